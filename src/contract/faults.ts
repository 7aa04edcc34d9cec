/** Every failure message of the product, by operation and status, and `explain`, which picks one. */
import { ERP_NAME } from '#contract/constants.ts'
import { minutesOf, refusals } from '#contract/refusals.ts'
import { erpSignInTexts } from '#contract/texts/own/erp-sign-in-texts.ts'
import { problemIssues, problemText, PROBLEM_FIELDS, type ProblemField } from '#contract/problem.ts'

/** What is known about a failed call. */
export interface FaultFacts {
  /** No answer from the server, an error status, or an answer that cannot be read. */
  readonly kind: 'network' | 'http' | 'shape'
  /** For 'network', the status of whatever answered in the server's place, such as a proxy. */
  readonly status?: number
  /** The body of the answer as received. */
  readonly body?: unknown
  /** How long the server asks to wait, in ms. */
  readonly retryAfterMs?: number | undefined
}

/** The message for one status. */
export type StatusText = string | ((sentence: string | null, body: unknown) => string | null)

/** The messages of one operation (specification.md section 8). */
export interface FaultTexts {
  /** No answer at all. */
  readonly network?: string
  /** An answer that lacks what was asked for. */
  readonly shape?: string
  /** The message when the answer is lost and the change may have been made: see `mayBeDone`. */
  readonly lost?: string
  /** The message when the server's sentence reports a duplicate. */
  readonly duplicate?: string
  /** Which wording reports a duplicate; several by default. */
  readonly duplicateWords?: RegExp
  /** The statuses at which duplicate wording counts; any by default. */
  readonly duplicateAt?: readonly number[]
  /** By exact status. A function gets the server's sentence and the whole body, and returns null
   * when it has no message. */
  readonly at?: Readonly<Record<number, StatusText>>
  /** 500 and above. */
  readonly serverError?: string
  /** The fields from which the server's own sentence is shown, if any. */
  readonly shows?: readonly ProblemField[]
  /** Statuses at which the server's sentence is shown even without `shows`: the person must read
   * the reason. */
  readonly showsAt?: readonly number[]
  readonly fallback: string
}

const DUPLICATE = /already (exists|registered|taken|in use)|duplicate( key)?|unique constraint/i
const TOO_MANY = 429

/** Whether a failed call may have been done: no readable answer came, or only that of a gateway. */
export function mayBeDone({ kind, status = 0, body }: FaultFacts): boolean {
  return kind !== 'http' || ([502, 504].includes(status) && problemText(body) === null)
}

/**
 * The message for a failed call. Order: a lost change, no answer, duplicate wording, exact status,
 * status class, the server's own sentence if the operation shows it, fallback.
 */
export function explain(fault: FaultFacts, texts: FaultTexts): string {
  if (texts.lost !== undefined && mayBeDone(fault)) return texts.lost
  if (fault.kind === 'network') return ofProxy(fault, texts) ?? texts.network ?? texts.fallback
  if (fault.kind === 'shape') return texts.shape ?? texts.fallback
  const status = fault.status ?? 0
  const sentence = problemText(fault.body)
  if (texts.duplicate && countsAsDuplicate(texts, status, fault.body)) return texts.duplicate
  const exact = texts.at?.[status]
  if (exact !== undefined) {
    return typeof exact === 'string' ? exact : (exact(sentence, fault.body) ?? texts.fallback)
  }
  if (status === TOO_MANY) return sentence ?? tooMany(fault.retryAfterMs)
  if (status >= 500 && texts.serverError) return texts.serverError
  if (texts.showsAt?.includes(status)) return sentence ?? texts.fallback
  const shown = texts.shows && problemText(fault.body, texts.shows)
  return shown ?? texts.fallback
}

/** A proxy that cannot reach the server says so by its status; any other page tells nothing. */
function ofProxy({ status = 0 }: FaultFacts, { at, serverError }: FaultTexts): string | null {
  if (status < 500) return null
  const exact = at?.[status]
  return typeof exact === 'string' ? exact : (serverError ?? null)
}

/** The message for too many attempts when the server sends no sentence, but maybe a time to wait. */
function tooMany(retryAfterMs: number | undefined): string {
  return retryAfterMs ? refusals.throttled({ minutes: minutesOf(retryAfterMs) }) : faults.tooMany
}

/**
 * The message for a failed login. A 401 about an expired session says so only if the address has
 * `expired=true` (specification.md section 8).
 */
export function explainLogin(fault: FaultFacts, expiredInAddress: boolean): string {
  const expired = fault.status === 401 && /expired/i.test(problemText(fault.body, ['detail']) ?? '')
  return expired && expiredInAddress ? faults.sessionExpired : explain(fault, faults.login)
}

/** Whether an answer of the reset call says that the account does not exist; shown as an error. */
export function isMissingAccountMessage(message: string): boolean {
  return /account (does not|doesn't) exist|no (such )?account|not found/i.test(message)
}

/**
 * 'Validation errors: ' with the path and message of each broken rule, or null when the answer
 * names none. A 422 that the server raised itself carries one text instead of a list.
 */
export function validationErrors(body: unknown): string | null {
  const issues = problemIssues(body).map(({ path, text }) => (path ? `${path}: ${text}` : text))
  const said = issues.length > 0 ? issues.join(', ') : problemText(body)
  return said === null ? null : `Validation errors: ${said}`
}

/** 'Failed to load {area}'. */
export function loadFailed(area: string): string {
  return `Failed to load ${area}`
}

/** The notice of a card that could not be loaded. */
export function cardFailed(title: string, message: string): string {
  return `Failed to load ${title}: ${message}`
}

/** A failed collection of a dashboard sync. */
export function areaSyncFailed(area: string, reason: string): string {
  return `Error syncing ${area} from ${ERP_NAME}: ${reason}`
}

/** A failed sync of a list, when the server sends no sentence. */
export function syncFailed(name: string): FaultTexts {
  return { shows: ['message', 'detail', 'error'], fallback: `Failed to sync ${name}` }
}

const DUPLICATE_ADMIN = 'Admin already exists with this username or email'
// Whatever was asked for may have been done although its answer was lost.
const LOST_ACTION =
  "No answer from the server. This may have been done; pressing again won't do it twice."
const LOST_RETRY =
  "No answer from the server. This may have been retried; pressing again won't post anything twice."
const LOST_PERSON =
  'No answer from the server. This may have been done: check the list before you try again.'
const LOST_PASSWORD =
  "No answer from the server. The password may have been changed; it's safe to try again."
const UNAUTHENTIC_SETUP = 'Authentication error. Please log in again.'

export const faults = {
  tooMany: 'Too many attempts. Please wait a moment and try again.',
  noToken: 'No authentication token found',
  refreshFailed: 'Failed to refresh data',
  loadError: 'Error loading data',
  sessionExpired: 'Your session has expired. Please log in again.',
  missingTemporaryData: 'Authentication data not found. Please log in again.',
  usernameTaken: 'Username already exists',
  emailTaken: 'Email already exists',
  resetTokenMissing: 'Invalid or missing reset token.',

  login: {
    network: 'Unable to connect to the server. Please check your internet connection.',
    shape: 'Invalid response from server',
    at: {
      504: 'Gateway timeout. The server is taking too long to respond. Please try again.',
      503: 'Service temporarily unavailable. Please try again in a few moments.',
      401: 'Invalid username or password',
    },
    serverError: 'Server error. Please try again in a few moments.',
    shows: ['detail', 'message'],
    fallback: 'An unexpected error occurred. Please try again.',
  },
  forgotPassword: {
    shows: ['detail', 'message', 'error'],
    fallback: 'Failed to send reset email.',
  },
  resetPassword: {
    shows: ['detail', 'message', 'error'],
    fallback: 'Failed to reset password. Please try again.',
  },
  register: {
    duplicate: DUPLICATE_ADMIN,
    duplicateAt: [400, 409],
    shows: ['detail', 'message', 'error'],
    fallback: 'Registration failed. Please try again.',
  },
  twoFactorLogin: {
    network: 'No connection to the server. Please try again when you are online.',
    at: {
      401: 'Invalid TOTP code. Please try again.',
      422: (sentence) => `Validation error: ${sentence ?? 'the code could not be read'}`,
    },
    shows: ['detail', 'message', 'error'],
    fallback: "Couldn't check the code. Please try again.",
  },
  twoFactorSetup: {
    network: 'No connection to the server. Try again, or skip the setup for now.',
    shape: 'Failed to get 2FA setup information. Please try again.',
    at: {
      404: '2FA setup endpoints not found on this server.',
      401: UNAUTHENTIC_SETUP,
      422: 'Invalid request format. Please log in again and retry the setup.',
    },
    shows: ['detail', 'message', 'error'],
    fallback: "Couldn't start the two-factor setup. Please try again.",
  },
  twoFactorEnable: {
    lost: 'No connection to the server. Your authenticator may be connected already; please try again.',
    at: {
      400: 'Invalid verification code. Please try again.',
      401: 'Authentication failed. Please try again.',
      404: '2FA enable endpoint not found on this server.',
      422: 'Invalid verification request. Please check the code and try again.',
    },
    shows: ['detail', 'message', 'error'],
    fallback: "Couldn't enable two-factor authentication. Please try again.",
  },
  featureStep: {
    network: 'No connection to the server. Retry when you are online.',
    shows: ['detail', 'message', 'error'],
    fallback: "Couldn't load your permissions.",
  },
  view: {
    network: "No answer from the server. This may have been done; it's safe to try again.",
    shows: ['detail', 'message', 'error'],
    fallback: "Couldn't save the view. Please try again.",
  },
  createAdmin: {
    lost: LOST_PERSON,
    duplicate: 'Admin already exists',
    showsAt: [403, 422],
    fallback: 'Failed to create admin',
  },
  updateAdmin: {
    lost: LOST_PERSON,
    shows: ['detail', 'message'],
    fallback: 'Failed to update admin profile',
  },
  deleteAdmin: { lost: LOST_PERSON, showsAt: [403, 404, 409], fallback: 'Failed to delete admin' },
  changePassword: {
    lost: LOST_PASSWORD,
    shows: ['detail', 'message'],
    fallback: 'Failed to change password',
  },
  createUser: {
    lost: LOST_PERSON,
    duplicate: 'User already exists',
    duplicateWords: /already exists/i,
    shows: ['message', 'detail', 'error'],
    fallback: 'Failed to create user',
  },
  updateUser: { lost: LOST_PERSON, shows: ['detail'], fallback: 'Failed to update user' },
  deleteUser: {
    lost: LOST_PERSON,
    shows: ['message', 'detail'],
    fallback: 'Failed to delete user',
  },
  updateUserPassword: {
    lost: LOST_PASSWORD,
    shows: ['message', 'detail'],
    fallback: 'Failed to update password',
  },
  saveErpSettings: {
    lost: "No answer from the server. This may have been saved; it's safe to try again.",
    at: {
      400: (sentence) => sentence,
      422: (_sentence, body) => validationErrors(body),
    },
    shows: ['message', 'detail', 'error'],
    fallback: 'Failed to save ERP configuration. Please try again.',
  },
  retryBooking: {
    network: LOST_RETRY,
    shape: LOST_RETRY,
    shows: ['detail', 'message', 'error'],
    fallback: "Couldn't post the record.",
  },
  exceptions: {
    network: LOST_ACTION,
    shape: LOST_ACTION,
    shows: ['detail', 'message', 'error'],
    fallback: "Couldn't save this. Please try again.",
  },
  erpSettingsStatus: 'Failed to save configuration',
  makeErpCertificate: {
    shows: ['message', 'detail', 'error'],
    fallback: erpSignInTexts.makeFailed,
  },
  testErpSettings: {
    at: { 404: 'This server cannot test the connection.' },
    shows: ['message', 'detail', 'error'],
    fallback: "Couldn't test the connection. Please try again.",
  },
  auditTrail: {
    shows: ['detail', 'message', 'error'],
    fallback: 'Failed to load the audit trail',
  },
} as const satisfies Record<string, string | FaultTexts>

/** Checks every field, because the wording may be in 'a message or detail' (specification.md section 8). */
function countsAsDuplicate(texts: FaultTexts, status: number, body: unknown): boolean {
  if (texts.duplicateAt !== undefined && !texts.duplicateAt.includes(status)) return false
  const words = texts.duplicateWords ?? DUPLICATE
  return PROBLEM_FIELDS.some((field) => words.test(problemText(body, [field]) ?? ''))
}
