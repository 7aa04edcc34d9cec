/** The only place of the console that sends requests to the server. */
import { endpoints } from '#contract/endpoints.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { problemText } from '#contract/problem.ts'
import { isForeignAnswer } from '#console/data/api/foreign-answers.ts'
import { consoleConfig, offers } from '#console/data/api/config.ts'
import { Fault } from '#console/data/api/fault.ts'
import { enqueueRequest, isByPerson, type Urgency } from '#console/data/api/request-queue.ts'
import { reportLinkTrouble, checkLink } from '#console/data/api/link-check.ts'
import { readJson } from '#console/data/api/json/read-json.ts'
import { syncServerClock, serverNow } from '#console/data/api/server-clock.ts'
import { startIdleTimeout } from '#console/data/api/idle-timeout.ts'
import { readSession } from '#console/session/session.ts'

/** How long a call may go without receiving data, in ms (decisions/console/offline.md). */
export const ANSWER_WITHIN_MS = 20_000
/** A pull from the ERP answers only when it is finished. */
export const PULL_ANSWERS_WITHIN_MS = 15 * 60_000

const REACHED_WITHIN_MS = 10_000

export interface Request {
  readonly method: string
  /** Below the API base, with its parameters filled in. */
  readonly path: string
  readonly body?: { readonly type: string; readonly text: string }
  readonly headers?: Readonly<Record<string, string>>
  readonly urgency?: Urgency
  readonly answersWithinMs?: number
  readonly signal?: AbortSignal
  /** Called as the body arrives, with the bytes that are here and their number, if the server says it. */
  readonly onProgress?: (here: number, of: number) => void
}

/** An answer with its parsed body; a 304 has none. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/**
 * Whether the server answers. A refusal is an answer too, but a proxy's or portal's page is not. A
 * server without a health call is asked for a list that every server has, and for the own profile if
 * that list alone is broken.
 */
export async function reachesServer(): Promise<boolean> {
  // One limit for both calls: a link that lost its signal is noticed as soon with any server.
  const signal = AbortSignal.timeout(REACHED_WITHIN_MS)
  if (offers('health')) return answers(endpoints.health.path, true, signal)
  return (
    (await answers(listEndpoint('locations').path, false, signal)) ||
    (!signal.aborted && (await answers(endpoints.ownProfile.path, false, signal)))
  )
}

async function answers(path: string, isOurs: boolean, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(`${consoleConfig().apiBase}${path}`, {
      headers: isOurs ? {} : { Accept: 'application/json', ...authorization() },
      credentials: 'include',
      cache: 'no-store',
      signal,
    })
    const body = await readBody(answer, () => undefined, signal)
    if (isForeignAnswer(answer.status, answer.headers.get('content-type'), body)) return false
    if (isOurs && endpoints.health.reply.safeParse(body).success) return true
    if (answer.status >= 400) return !isOurs || problemText(body) !== null
    return !isOurs && typeof body === 'object' && body !== null
  } catch {
    return false
  }
}

/**
 * Sends a request with the session's token and reads the answer.
 * @throws Fault for a refusal (status 400 and above), for a missing answer, and for an unreadable
 * one
 */
export async function send(request: Request): Promise<Answer> {
  const { urgency = 'person' } = request
  return enqueueRequest(urgency, async () => {
    // A background request over a bad link would only add another failure.
    if (!isByPerson(urgency) && !(await checkLink())) throw new Fault({ kind: 'network' })
    return exchange(request)
  })
}

async function exchange(request: Request): Promise<Answer> {
  const watch = startIdleTimeout(request.answersWithinMs ?? ANSWER_WITHIN_MS)
  const signal = request.signal ? AbortSignal.any([request.signal, watch.signal]) : watch.signal
  const headers = {
    Accept: 'application/json',
    // Also without a body, as the specification says; only a GET never has one.
    ...(request.method !== 'GET' && { 'Content-Type': request.body?.type ?? 'application/json' }),
    ...authorization(),
    ...request.headers,
  }
  try {
    const answer = await fetch(`${consoleConfig().apiBase}${request.path}`, {
      method: request.method,
      headers,
      credentials: 'include',
      cache: 'no-store',
      signal,
      ...(request.body && { body: request.body.text }),
    })
    const progress = progressOf(answer, request.onProgress)
    const moved = (bytes: number): void => {
      watch.moved()
      progress?.(bytes)
    }
    return await readAnswer(answer, moved, request.signal)
  } catch (thrown) {
    if (thrown instanceof Fault || request.signal?.aborted) throw thrown
    reportLinkTrouble()
    throw new Fault({ kind: 'network' })
  } finally {
    watch.stop()
  }
}

async function readAnswer(
  answer: Response,
  moved: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const cameAt = Date.now()
  const { status, headers } = answer
  const body = await readBody(answer, moved, signal)
  const isServers = !isForeignAnswer(status, headers.get('content-type'), body)
  if (!isServers || body === undefined) reportLinkTrouble()
  if (!isServers) {
    throw new Fault({ kind: 'network', status, retryAfterMs: retryAfter(headers) })
  }
  syncServerClock(headers.get('date'), cameAt)
  if (status >= 400) {
    throw new Fault({ kind: 'http', status, body, retryAfterMs: retryAfter(headers) })
  }
  if (body === undefined) throw new Fault({ kind: 'shape', status })
  return { status, headers, body }
}

/** The length of a compressed body says nothing of its text, whose bytes are those that arrive here. */
function progressOf(
  { headers }: Response,
  onProgress: Request['onProgress'],
): ((bytes: number) => void) | undefined {
  const of = Number(headers.get('content-length') ?? 0)
  if (!onProgress || of === 0 || headers.has('content-encoding')) return undefined
  let here = 0
  return (bytes) => {
    here += bytes
    // Another origin does not show that its body is compressed.
    if (here <= of) onProgress(here, of)
  }
}

/** The JSON of an answer: null if it is empty, undefined if it is not JSON. */
async function readBody(
  answer: Response,
  moved: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  if (answer.status === 204 || answer.status === 304) return null
  const read = await readJson(answer, moved, signal)
  const type = answer.headers.get('content-type')
  return read !== null && type !== null && !/json/i.test(type) ? undefined : read
}

function authorization(): Record<string, string> {
  const { token } = readSession()
  return token === null ? {} : { Authorization: `Bearer ${token}` }
}

/** `Retry-After` in ms: seconds or a date. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const seconds = Number(value)
  const ms = Number.isNaN(seconds) ? Date.parse(value) - serverNow() : seconds * 1_000
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
