/** The only place that writes to the browser's log; load failures also go there (specification.md section 8). */

/** Logs what a person cannot see but support needs; never a body, which may contain secrets. */
export function report(what: string, thrown: unknown): void {
  // oxlint-disable-next-line no-console -- specification.md section 8: load failures are also logged to the console
  console.error(`${what}: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
}

/** Logs an oddity that does no harm. */
export function logRemark(what: string): void {
  // oxlint-disable-next-line no-console -- specification.md section 9: a mismatch only logs a console warning
  console.warn(what)
}
