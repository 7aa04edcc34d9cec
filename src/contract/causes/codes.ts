/** The codes of NetSuite by which causes are recognised; `words.ts` has the words. */
import type { CauseCode } from '#contract/causes/causes.ts'

/** Codes that say more than the words beside them. */
export const CODES: Readonly<Record<string, CauseCode>> = {
  INSUFFICIENT_PERMISSION: 'permission',
  INSUFFICIENT_PERMISSIONS: 'permission',
  USER_ACCESS_DENIED: 'permission',
  FEATURE_DISABLED: 'permission',
  INVALID_LOGIN: 'login',
  INVALID_LOGIN_ATTEMPT: 'login',
  INVALID_LOGIN_CREDENTIALS: 'login',
  SESSION_TIMED_OUT: 'login',
  invalid_token: 'login',
  CONCURRENCY_LIMIT_EXCEEDED: 'busy',
  SSS_REQUEST_LIMIT_EXCEEDED: 'busy',
  SSS_USAGE_LIMIT_EXCEEDED: 'busy',
  WS_REQUEST_BLOCKED: 'busy',
  EXCEEDED_CONCURRENT_REQUEST_LIMIT: 'busy',
  EXCEEDED_REQUEST_LIMIT: 'busy',
  RCRD_HAS_BEEN_CHANGED: 'changed',
  RCRD_LOCKED_BY_WF: 'locked-by-workflow',
  PERIOD_CLOSED: 'period-closed',
  ACCTNG_PRD_REQD: 'period-closed',
  DUP_RCRD: 'duplicate',
  DUP_ENTITY: 'duplicate',
  IDEMPOTENCY_ERROR: 'duplicate',
  INVALID_METHOD: 'settings',
  NONEXISTENT_RECORD_TYPE: 'settings',
  SSS_TIME_LIMIT_EXCEEDED: 'erp-down',
  SERVICE_UNAVAILABLE: 'erp-down',
  UNEXPECTED_ERROR: 'erp-down',
}

/** Codes that are used only if the words say nothing. */
export const VAGUE_CODES: Readonly<Record<string, CauseCode>> = {
  INVALID_KEY_OR_REF: 'gone',
  NONEXISTENT_ID: 'gone',
  RCRD_DSNT_EXIST: 'gone',
  RECORD_DOES_NOT_EXIST: 'gone',
  SSS_INVALID_SUBLIST_OPERATION: 'field-invalid',
  INVALID_CONTENT: 'field-invalid',
  INVALID_FLD_VALUE: 'field-invalid',
  INVALID_NUMBER: 'field-invalid',
  INVALID_PARAMETER: 'settings',
  MISSING_REQD_ARGUMENT: 'incomplete',
}
