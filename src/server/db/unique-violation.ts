const UNIQUE_VIOLATION = '23505'

/** Whether the database refused a change because of a unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
  for (let fault = error; fault instanceof Error; fault = fault.cause) {
    if ('code' in fault && fault.code === UNIQUE_VIOLATION) return true
  }
  return false
}
