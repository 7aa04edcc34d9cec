/** The console's one way to write to the browser's log: load failures also go there (specification.md section 8). */

/** Logs what a person cannot see but support needs; never a body, which may hold secrets. */
export function report(what: string, thrown: unknown): void {
  // oxlint-disable-next-line no-console -- specification.md section 8: load failures are also logged to the console
  console.error(`${what}: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
}

/** Logs what is odd and harms nobody. */
export function remark(what: string): void {
  // oxlint-disable-next-line no-console -- specification.md section 9: a mismatch only logs a console warning
  console.warn(what)
}
