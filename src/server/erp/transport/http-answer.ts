/** Parses NetSuite's answers: a page of rows, or a fault (erp.md sections 2, 4 and 5). */
import { cutText } from '#contract/rules.ts'
import { storableText } from '#server/db/row-hash.ts'
import { isSkewed, skewOf } from '#server/erp/transport/clock-skew.ts'
import { ErpFault, erpSentences } from '#server/erp/transport/fault.ts'

/** An answer as received. */
export interface HttpAnswer {
  readonly status: number
  readonly retryAfter: string | null
  readonly location: string | null
  /** When it was sent, by the clock of the ERP. */
  readonly date?: string | null
  readonly text: string
}

/** One row of a query. Values arrive as text; columns without a value are omitted. */
export type ErpRow = Readonly<Record<string, unknown>>

/** The result of one query request. */
export interface ErpPage {
  readonly rows: readonly ErpRow[]
  /** Whether the query has more rows than the answer. */
  readonly hasMore: boolean
}

/**
 * The rows of an answer.
 * @param now for a Retry-After that is a date
 * @throws ErpFault
 */
export function readPage(answer: HttpAnswer, now: number): ErpPage {
  if (answer.status !== 200) throw faultOf(answer, now)
  const body = parseJson(answer.text)
  const items = isObject(body) ? body['items'] : undefined
  // A proxy's page with status 200, or an answer that was cut off, is not what NetSuite keeps saying.
  if (!isObject(body) || !Array.isArray(items) || !items.every(isObject))
    throw new ErpFault('bad-answer', erpSentences.unreadable, { passes: true })
  const hasMore = body['hasMore'] === true
  const count = body['count']
  if (typeof count === 'number' && count > items.length)
    throw new ErpFault('bad-answer', erpSentences.unreadable, { passes: true })
  // Treated as the end, it would make the missing rows count as deleted.
  if (hasMore && items.length === 0)
    throw new ErpFault('bad-answer', erpSentences.unreadable, { passes: true })
  return { rows: items.map(withoutLinks), hasMore }
}

/**
 * NetSuite's id of a record that was written, or null if the answer does not tell. A record that is only
 * queued (202) is not acknowledged (erp.md section 7).
 * @throws ErpFault; one that passes does not say whether the record was written
 */
export function readSaved(answer: HttpAnswer, now: number): { readonly id: string | null } {
  const { status, location, text } = answer
  if (status === 204 || status === 201)
    return { id: /\/(\d+)\/?$/.exec(location ?? '')?.[1] ?? null }
  if (status < 300) throw new ErpFault('bad-answer', erpSentences.unreadable, { passes: true })
  const fault = faultOf(answer, now)
  const { detail, place } = errorOf(text)
  const isAboutRecord = fault.kind === 'query' || (fault.kind === 'bad-answer' && !fault.passes)
  throw isAboutRecord && detail !== null
    ? new ErpFault('record', erpSentences.record(detail, place))
    : fault
}

/** The fault in an answer. Busy is recognized by its code, because accounts differ in the status. */
export function faultOf({ status, date, retryAfter, text }: HttpAnswer, now: number): ErpFault {
  const { codes, detail } = errorOf(text)
  const has = (known: RegExp) => codes.some((code) => known.test(code))
  const retryAfterMs = readRetryAfter(retryAfter, now)
  if (has(BUSY_CODE) || status === 429)
    return new ErpFault('busy', erpSentences.busy, { passes: true, retryAfterMs })
  if (has(LOGIN_CODE) || status === 401)
    return new ErpFault('refused', refusalOf(date, now, erpSentences.refused))
  if (has(PERMISSION_CODE) || status === 403)
    return new ErpFault('permission', erpSentences.permission(detail ?? 'REST Web Services'))
  if (status >= 500) {
    const sentence = erpSentences.ownProblem(status)
    return new ErpFault(status === 503 ? 'busy' : 'bad-answer', sentence, {
      passes: true,
      retryAfterMs,
    })
  }
  if (status >= 300 && status < 400)
    return new ErpFault('bad-answer', erpSentences.wrongAddress(status), { passes: true })
  if (status === 400 && detail !== null) return new ErpFault('query', erpSentences.query(detail))
  return new ErpFault('bad-answer', erpSentences.wrongAddress(status))
}

/**
 * The sentence of a refused login: a wrong clock explains it.
 * @param otherwise the sentence if the clock is right
 */
export function refusalOf(date: HttpAnswer['date'], now: number, otherwise: string): string {
  const skewMs = skewOf(date, now)
  return skewMs !== null && isSkewed(skewMs) ? erpSentences.refusedClock(skewMs) : otherwise
}

const BUSY_CODE = /^(CONCURRENCY_LIMIT_EXCEEDED|SSS_REQUEST_LIMIT_EXCEEDED|WS_REQUEST_BLOCKED)$/
const LOGIN_CODE = /^(INVALID_LOGIN|INVALID_LOGIN_ATTEMPT|invalid_token)$/
const PERMISSION_CODE = /^INSUFFICIENT_PERMISSION$/
const DETAIL_MAX_LENGTH = 300

/** Some gateways put the code at the top level. */
function errorOf(text: string): ErrorFacts {
  const body = parseJson(text)
  if (!isObject(body)) return { codes: [], detail: null, place: null }
  const listed: unknown = body['o:errorDetails']
  const errors = [body, ...(Array.isArray(listed) ? listed.filter(isObject) : [])]
  const codes = errors
    .map((error) => error['o:errorCode'])
    .filter((code) => typeof code === 'string')
  const details = errors.map(({ detail }) => detail).filter((one) => typeof one === 'string')
  const places = errors
    .map((error) => error['o:errorPath'])
    .filter((path) => typeof path === 'string')
  return {
    codes,
    detail: shortened(details[0]),
    place: shortened(places[0]),
  }
}

/** Postgres refuses some texts. Such a one would break off the attempt, and the record would be sent again. */
function shortened(text: string | undefined): string | null {
  return text === undefined ? null : cutText(storableText(text), DETAIL_MAX_LENGTH)
}

interface ErrorFacts {
  readonly codes: readonly string[]
  readonly detail: string | null
  /** `o:errorPath`, such as `inventory.items[0].item`. */
  readonly place: string | null
}

/** The longest wait that a sensible answer asks for. */
const MAX_RETRY_AFTER_MS = 3_600_000

/** Seconds or a date, in milliseconds from now. */
function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  const asked = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(asked) ? null : Math.min(MAX_RETRY_AFTER_MS, Math.max(0, asked))
}

function withoutLinks(item: Record<string, unknown>): ErpRow {
  const { links: _links, ...row } = item
  return row
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
