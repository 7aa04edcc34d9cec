import { ErpFault, type ErpFaultKind } from '#server/erp/transport/fault.ts'
import { SYNC_CANCELLED } from '#contract/sync/runs.ts'
import { HttpError } from '#server/http/http-error.ts'

/**
 * The HTTP error of an ERP fault. Never 401 or 403, which would end the admin's own session
 * (decisions/product/open-calls.md). Other errors pass unchanged.
 */
export function httpErrorOfErp(error: unknown): unknown {
  if (!(error instanceof ErpFault)) return error
  const status = STATUS[error.kind]
  const seconds = Math.ceil((error.retryAfterMs ?? 0) / 1000) || RETRY_AFTER_S
  return new HttpError(
    status,
    { detail: error.message, code: erpCode(error.kind) },
    status === UNAVAILABLE ? { 'Retry-After': String(seconds) } : {},
  )
}

/** The code of a kind of fault. */
export function erpCode(kind: ErpFaultKind): string {
  return kind === 'cancelled' ? SYNC_CANCELLED : `erp-${kind}`
}

const UNAVAILABLE = 503
const BAD_GATEWAY = 502
/** Not a status that the console retries on its own. */
const CONFLICT = 409
const RETRY_AFTER_S = 60

const STATUS: Record<ErpFaultKind, number> = {
  'not-configured': BAD_GATEWAY,
  refused: BAD_GATEWAY,
  permission: BAD_GATEWAY,
  busy: UNAVAILABLE,
  unreachable: BAD_GATEWAY,
  'bad-answer': BAD_GATEWAY,
  query: BAD_GATEWAY,
  record: BAD_GATEWAY,
  stopped: UNAVAILABLE,
  cancelled: CONFLICT,
  inside: 500,
}
