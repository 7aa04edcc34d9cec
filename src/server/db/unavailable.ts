const READ_ONLY = '25006'

/**
 * Error codes of a Postgres server that is stopping or starting (PostgreSQL manual, appendix A), or that
 * cannot be reached.
 */
const CODES: ReadonlySet<unknown> = new Set([
  // Transactions and queries that the server cancelled because of a timeout.
  '25P03',
  '25P04',
  '57014',
  // The server has become a standby.
  READ_ONLY,
  // It accepts no connections, or the database is missing for a moment, as during a restore.
  '28000',
  '28P01',
  '3D000',
  // Out of memory or connections.
  '53000',
  '53200',
  '53300',
  '53400',
  // It is stopped, has crashed, or is starting.
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '57P05',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
])

/** The whole class 'connection exception'; poolers use codes of their own in it. */
const CONNECTION_EXCEPTION = /^08[0-9A-Z]{3}$/

const READ_TIMEOUT = 'Query read timeout'

/** Messages of `pg` that have no code. */
const MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
  READ_TIMEOUT,
  'The embedded database has stopped',
]

/** Whether a query failed because the database is unavailable at the moment. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  // The Unix socket is missing while its server is down.
  const isUnreached = 'syscall' in error && error.syscall === 'connect'
  return (
    isUnreached ||
    CODES.has(code) ||
    (typeof code === 'string' && CONNECTION_EXCEPTION.test(code)) ||
    MESSAGES.some((message) => error.message.startsWith(message)) ||
    isUnavailable(error.cause)
  )
}

/** Whether the server has not answered a query in time. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message.startsWith(READ_TIMEOUT) || isUnanswered(error.cause)
}

/** The error codes of Postgres and the system. */
const FULL_CODES: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const FULL_MESSAGE = /No space left on device|Disk quota exceeded/

/** Whether a write failed because a disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isFull = 'code' in error && FULL_CODES.has(error.code)
  return isFull || FULL_MESSAGE.test(error.message) || isDiskFull(error.cause)
}

/** Whether a write failed because the database is read-only. */
export function isReadOnly(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === READ_ONLY) || isReadOnly(error.cause)
}
