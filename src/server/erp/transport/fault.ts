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

/** Whether the account does not have something, or does not show it to the role. */
export function isHidden(error: unknown): error is ErpFault {
  return error instanceof ErpFault && (error.kind === 'query' || error.kind === 'permission')
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
    `The saved ${setting} cannot be read with the current SECRET_KEY. A super admin must enter it ` +
    'again in ERP Setup.',
  address: (why: string) => `${why} A super admin can change it in ERP Setup.`,
  refused:
    `${ERP_NAME} refused the login. Check the account, keys and tokens in ERP Setup, and this server's ` +
    `clock. The Login Audit Trail in ${ERP_NAME} shows the reason.`,
  /** @param skewMs how far this server is ahead */
  refusedClock: (skewMs: number) =>
    `${ERP_NAME} refused the login, because this server's clock is ${Math.round(Math.abs(skewMs) / 60_000)} minutes ` +
    `${skewMs > 0 ? 'ahead of' : 'behind'} ${ERP_NAME}'s. Set the clock, or turn on network time.`,
  refusedCertificate:
    `${ERP_NAME} refused the certificate. Check the client ID and the certificate ID in ERP Setup ` +
    "(or ERP_OAUTH2_CLIENT_ID, ERP_OAUTH2_CERTIFICATE_ID and ERP_OAUTH2_KEY), and this server's clock.",
  noCertificate: `${ERP_NAME} is not configured: the certificate is not set up. A super admin can do this in ERP Setup.`,
  permission: (detail: string) =>
    `${ERP_NAME} doesn't permit this. Give the access token's role this permission: ${detail}`,
  busy: `${ERP_NAME} is busy with other requests. Try again in a minute.`,
  unreachable:
    `${ERP_NAME} isn't responding. Check this server's connection and the Base URL in ERP Setup, ` +
    'then try again.',
  ownProblem: (status: number) =>
    `${ERP_NAME} reported an internal error (status ${status}). Try again later.`,
  unreadable:
    `${ERP_NAME}'s answer couldn't be read. Try again. If it happens again, check the Base URL in ` +
    'ERP Setup.',
  wrongAddress: (status: number) =>
    `${ERP_NAME} wasn't found at the Base URL (status ${status}). Check it in ERP Setup.`,
  tooLarge: `${ERP_NAME}'s answer is larger than this server accepts.`,
  query: (detail: string) =>
    `${ERP_NAME} rejected the query. The account may lack a field: ${detail}`,
  /** @param path where the error is, such as `inventory.items[0].item` */
  record: (detail: string, path: string | null) => {
    const line = /items\[(\d+)\]/.exec(path ?? '')?.[1]
    const field = /[^.\]]+$/.exec(path ?? '')?.[0]
    const parts = [line === undefined ? [] : `line ${Number(line) + 1}`, field ?? []].flat()
    return `${ERP_NAME} refused the record: ${detail}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`
  },
  empty: (area: string, kept: number) =>
    kept > 0
      ? `${ERP_NAME} returned no ${area}, so the ${kept === 1 ? 'one known row was' : `${kept} known rows were`} kept. Check the access ` +
        `token's permissions.`
      : `${ERP_NAME} has no ${area}.`,
  shrunk: (area: string, read: number, again: number) =>
    `${ERP_NAME} returned ${read} ${area} and then ${again}, so nothing was changed. Sync again.`,
  without: (names: readonly string[]) =>
    `Read without ${names.join(', ')}, which the account lacks or the access token's role can't see. ` +
    `The fields stay empty.`,
  partial: (refused: number, first: { readonly row: string; readonly reason: string }) =>
    `${refused} ${refused === 1 ? 'row' : 'rows'} couldn't be read and kept ${refused === 1 ? 'its' : 'their'} old values. ` +
    `The first is ${first.row}: ${first.reason}.`,
  inside: 'The sync failed on this server. See its log.',
  cancelled: (by: string) => `The sync was cancelled by ${by}.`,
  stopped: 'The server was stopped. The sync resumes where it was when the server starts.',
} as const

/** What to do about a fault, in addition to its sentence; null if there is nothing to do. */
export const nextSteps: Record<ErpFaultKind, string | null> = {
  'not-configured': 'Enter the missing settings in ERP Setup, then sync again.',
  refused: 'Test the connection in ERP Setup. You stay signed in here.',
  permission: `Ask a ${ERP_NAME} administrator to add the permission to the role, then sync again.`,
  busy: 'Wait a minute, then sync again. If it happens often, run fewer integrations at the same time.',
  unreachable:
    'Sync again in a few minutes. If it keeps failing, test the connection in ERP Setup.',
  'bad-answer': `Sync again later. If it keeps failing, check ${ERP_NAME}'s status page.`,
  query:
    'Give the role access to the field, or ask the operator of this server to map another one in ' +
    'ERP_MAPPING.',
  record: 'Correct it, then try the record again.',
  stopped: null,
  cancelled: null,
  inside: "Sync again. If it keeps failing, send the server's log to its operator.",
}

/** The same for a pull that succeeded but brought less than everything. */
export const nextStepsOfResult = {
  partial: `Correct these rows in ${ERP_NAME}, then sync again.`,
  empty: `Ask a ${ERP_NAME} administrator to check what the access token's role can see.`,
} as const
