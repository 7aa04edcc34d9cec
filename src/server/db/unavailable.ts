/** Conditions of a Postgres server that goes or comes (PostgreSQL manual, appendix A), and of the way to it. */
const CODES: ReadonlySet<unknown> = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08003',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
])

/** How `pg` says it, without a code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether a query failed because the database is not there at the moment. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isConnection = ('code' in error && CODES.has(error.code)) || MESSAGES.test(error.message)
  return isConnection || isUnavailable(error.cause)
}
