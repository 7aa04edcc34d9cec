/**
 * Prints what a suite runs on. test/run/steps.mjs reads this line and shows it in the output of `npm test`.
 * @param what for example `PostgreSQL 15.18`
 */
export function announce(what: string): void {
  process.stdout.write(`Runs on ${what}\n`)
}
