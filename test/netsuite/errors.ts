// The error bodies of NetSuite's REST services (erp.md section 5).

/** An answer of the simulator; `body` is sent as JSON, or unchanged when it is a string. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The part of the request that is wrong, in NetSuite's terms. */
export interface ErrorPlace {
  readonly 'o:errorPath'?: string
  readonly 'o:errorQueryParam'?: string
  readonly 'o:errorHeader'?: string
}

/** Thrown by the parts of the simulator, answered by the server. */
export class NetSuiteError extends Error {
  override readonly name = 'NetSuiteError'
  readonly status: number
  readonly code: string
  readonly place: ErrorPlace

  constructor(status: number, code: string, detail: string, place: ErrorPlace = {}) {
    super(detail)
    this.status = status
    this.code = code
    this.place = place
  }

  /** The answer in the shape `type, title, status, o:errorDetails`. */
  reply(headers: Readonly<Record<string, string>> = {}): Reply {
    const { title, type } = STATUS[this.status] ?? {
      title: 'Internal Server Error',
      type: `${RFC}15.6.1`,
    }
    const detail = { detail: this.message, ...this.place, 'o:errorCode': this.code }
    return {
      status: this.status,
      headers: { 'content-type': ERROR_TYPE, ...headers },
      body: { type, title, status: this.status, 'o:errorDetails': [detail] },
    }
  }
}

const ERROR_TYPE = 'application/vnd.oracle.resource+json; type=error; charset=UTF-8'
const RFC = 'https://www.rfc-editor.org/rfc/rfc9110.html#section-'
const STATUS: Readonly<Record<number, { title: string; type: string }>> = {
  400: { title: 'Bad Request', type: `${RFC}15.5.1` },
  401: { title: 'Unauthorized', type: `${RFC}15.5.2` },
  403: { title: 'Forbidden', type: `${RFC}15.5.4` },
  404: { title: 'Not Found', type: `${RFC}15.5.5` },
  405: { title: 'Method Not Allowed', type: `${RFC}15.5.6` },
  429: {
    title: 'Too Many Requests',
    type: 'https://www.rfc-editor.org/rfc/rfc6585.html#section-4',
  },
  500: { title: 'Internal Server Error', type: `${RFC}15.6.1` },
  503: { title: 'Service Unavailable', type: `${RFC}15.6.4` },
}

/** A query that cannot be parsed or names something that does not exist. */
export function invalidQuery(what: string): NetSuiteError {
  const detail = `Invalid search query. Detailed unprocessed description follows. ${what}`
  return new NetSuiteError(400, 'INVALID_PARAMETER', detail, { 'o:errorQueryParam': 'q' })
}

/** Keys, clock, nonce or signature are wrong; NetSuite does not say which. */
export function invalidLogin(code = 'INVALID_LOGIN'): NetSuiteError {
  return new NetSuiteError(
    401,
    code,
    'Invalid login attempt. For more details, see the Login Audit Trail in the NetSuite UI at ' +
      'Setup > Users/Roles > User Management > View Login Audit Trail.',
  )
}

/** Too many concurrent requests; accounts differ in the status, not in the code. */
export function concurrencyExceeded(status: 400 | 429): NetSuiteError {
  const detail = 'Concurrent request limit exceeded. Request blocked.'
  return new NetSuiteError(status, 'CONCURRENCY_LIMIT_EXCEEDED', detail)
}

/** A field of a record that is missing or invalid. */
export function invalidContent(path: string, what: string): NetSuiteError {
  const detail = `Error while accessing a resource. ${what}`
  return new NetSuiteError(400, 'INVALID_CONTENT', detail, { 'o:errorPath': path })
}
