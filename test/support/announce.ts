/**
 * Says what a suite runs on, for the person who reads the output of `npm test`: test/run/steps.mjs looks for this line.
 * @param what such as `PostgreSQL 15.18`
 */
export function announce(what: string): void {
  process.stdout.write(`Runs on ${what}\n`)
}
