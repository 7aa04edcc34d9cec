/** The faults of the ERP, with sentences that say what to do (erp.md section 5). */
import { ERP_NAME } from '#contract/constants.ts'

/**
 * - `not-configured`: a setting is missing or unusable
 * - `refused`: keys, clock, signature or role are wrong
 * - `permission`: the role may not see this
 * - `busy`: too many requests at once
 * - `unreachable`: no connection, or no answer in time
 * - `bad-answer`: an unusable answer, or a problem of the ERP itself
 * - `query`: the account lacks a table or column
 * - `record`: a record was not accepted
 * - `stopped`: this server was stopped meanwhile
 * - `cancelled`: an admin cancelled it
 * - `inside`: something in this server failed, such as its database
 */
export const ERP_FAULT_KINDS = [
  'not-configured',
  'refused',
  'permission',
  'busy',
  'unreachable',
  'bad-answer',
  'query',
  'record',
  'stopped',
  'cancelled',
  'inside',
] as const

export type ErpFaultKind = (typeof ERP_FAULT_KINDS)[number]

/** A fault of the ERP. The message is the sentence for the person who asked. */
export class ErpFault extends Error {
  readonly kind: ErpFaultKind
  /** Whether the same request may succeed a little later. */
  readonly passes: boolean
  /** How long to wait before the next request, in milliseconds, as the ERP asked. */
  readonly retryAfterMs: number | null

  constructor(
    kind: ErpFaultKind,
    sentence: string,
    more: {
      readonly passes?: boolean
      readonly retryAfterMs?: number | null
      readonly cause?: unknown
    } = {},
  ) {
    super(sentence, { cause: more.cause })
    this.name = 'ErpFault'
    this.kind = kind
    this.passes = more.passes ?? false
    this.retryAfterMs = more.retryAfterMs ?? null
  }
}

/** Whether the ERP rejected a query. */
export function isQueryFault(error: unknown): boolean {
  return error instanceof ErpFault && error.kind === 'query'
}

/** A fault as stored with a run. */
export function storedFault(kind: string | null, sentence: string | null): ErpFault {
  return new ErpFault(faultKind(kind), sentence ?? erpSentences.inside)
}

/** The kind of a stored fault. */
export function faultKind(stored: string | null): ErpFaultKind {
  return ERP_FAULT_KINDS.find((one) => one === stored) ?? 'inside'
}

/** The sentence of each fault. */
export const erpSentences = {
  notConfigured: (settings: readonly string[]) =>
    `${ERP_NAME} is not configured: ${settings.join(', ')} ${settings.length === 1 ? 'is' : 'are'} ` +
    'not set. A super admin can enter this in ERP Setup.',
  sealed: (setting: string) =>
    `The saved ${setting} cannot be read with the present SECRET_KEY. A super admin must enter it ` +
    'again in ERP Setup.',
  address: (why: string) => `${why} A super admin can change it in ERP Setup.`,
  refused:
    `${ERP_NAME} refused the login. Check account, keys and tokens in ERP Setup, and the clock of ` +
    `this server. The Login Audit Trail in ${ERP_NAME} tells the reason.`,
  refusedCertificate:
    `${ERP_NAME} refused the certificate. The operator of this server must check ` +
    'ERP_OAUTH2_CLIENT_ID, ERP_OAUTH2_CERTIFICATE_ID and ERP_OAUTH2_KEY, and its clock.',
  permission: (detail: string) =>
    `${ERP_NAME} does not permit this. Give the role of the access token the permission: ${detail}`,
  busy: `${ERP_NAME} is busy with other requests. Please try again in a minute.`,
  unreachable:
    `${ERP_NAME} does not answer. Check the connection of this server and the Base URL in ERP ` +
    'Setup, and try again.',
  ownProblem: (status: number) =>
    `${ERP_NAME} has a problem of its own (status ${status}). Please try again later.`,
  unreadable:
    `The answer of ${ERP_NAME} cannot be read. Please try again; if it stays, check the Base URL in ` +
    'ERP Setup.',
  wrongAddress: (status: number) =>
    `There is no ${ERP_NAME} at the Base URL (status ${status}). Check it in ERP Setup.`,
  tooLarge: `The answer of ${ERP_NAME} is larger than this server accepts.`,
  query: (detail: string) =>
    `${ERP_NAME} did not accept the query. The account may lack a field: ${detail}`,
  /** @param path where the error is, such as `inventory.items[0].item` */
  record: (detail: string, path: string | null) => {
    const line = /items\[(\d+)\]/.exec(path ?? '')?.[1]
    const field = /[^.\]]+$/.exec(path ?? '')?.[0]
    const parts = [line === undefined ? [] : `line ${Number(line) + 1}`, field ?? []].flat()
    return `${ERP_NAME} refused the record: ${detail}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`
  },
  empty: (area: string, kept: number) =>
    kept > 0
      ? `${ERP_NAME} gave no ${area} at all, so the ${kept} known rows were kept. Check the ` +
        'permissions of the access token.'
      : `${ERP_NAME} has no ${area}.`,
  partial: (refused: number, first: { readonly row: string; readonly reason: string }) =>
    `${refused} ${refused === 1 ? 'row' : 'rows'} could not be read and stayed as before. ` +
    `The first is ${first.row}: ${first.reason}.`,
  inside: 'The pull failed inside this server. Its log tells why.',
  cancelled: (by: string) => `The sync was cancelled by ${by}.`,
  stopped: 'The server was stopped. The pull goes on from where it was when it is started again.',
} as const

/** What to do about a fault, in addition to its sentence; null if there is nothing to do. */
export const nextSteps: Record<ErpFaultKind, string | null> = {
  'not-configured': 'Open ERP Setup, enter what is named, and sync again.',
  refused: 'Open ERP Setup and test the connection. Your own session is not affected.',
  permission: `Let a ${ERP_NAME} administrator add the permission to the role, and sync again.`,
  busy:
    'Wait a minute and sync again. If it happens often, fewer integrations should run at the same ' +
    'time.',
  unreachable: 'Sync again in a few minutes. If it stays, test the connection in ERP Setup.',
  'bad-answer': `Sync again later. If it stays, look at the status page of ${ERP_NAME}.`,
  query:
    'Give the role access to the field, or let the operator of this server name another one in ' +
    'ERP_MAPPING.',
  record: 'Correct what is named, and try the record again.',
  stopped: null,
  cancelled: null,
  inside: 'Sync again. If it stays, send the log of the server to its operator.',
}

/** The same for a pull that succeeded but brought less than everything. */
export const nextStepsOfResult = {
  partial: `Correct these rows in ${ERP_NAME}, and sync again.`,
  empty: `Let a ${ERP_NAME} administrator check what the role of the access token may see.`,
} as const
