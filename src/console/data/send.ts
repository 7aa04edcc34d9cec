/** The only place of the console that talks to the server. */
import { endpoints } from '#contract/endpoints.ts'
import { consoleConfig } from '#console/data/config.ts'
import { Fault } from '#console/data/fault.ts'
import { inLane, type Urgency } from '#console/data/lanes.ts'
import { readJson } from '#console/data/read-json.ts'
import { learnServerTime, serverNow } from '#console/data/server-clock.ts'
import { watchForStall } from '#console/data/stall.ts'
import { readSession } from '#console/session/session.ts'

/** How long a call may go without anything coming in, in ms (resilience.md 3.4). */
export const ANSWER_WITHIN_MS = 20_000
/** A pull from the ERP answers when it is done. */
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
}

/** An answer with its body read; 304 has none. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

const failureListeners = new Set<() => void>()

/** Tells of every request that had no answer. */
export function onNetworkFailure(listener: () => void): () => void {
  failureListeners.add(listener)
  return () => failureListeners.delete(listener)
}

/** Whether the server answers anything at all; a refusal is an answer, too. */
export async function reachesServer(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(REACHED_WITHIN_MS)
    await fetch(`${consoleConfig().apiBase}${endpoints.health.path}`, { cache: 'no-store', signal })
    return true
  } catch {
    return false
  }
}

/**
 * Sends a request with the session's token and reads the answer.
 * @throws Fault for no answer, a refusal (status 400 and above) and a body that is not JSON
 */
export async function send(request: Request): Promise<Answer> {
  return inLane(request.urgency ?? 'person', () => exchange(request))
}

async function exchange(request: Request): Promise<Answer> {
  const { token } = readSession()
  const watch = watchForStall(request.answersWithinMs ?? ANSWER_WITHIN_MS)
  const signal = request.signal ? AbortSignal.any([request.signal, watch.signal]) : watch.signal
  const headers = {
    Accept: 'application/json',
    ...(request.body && { 'Content-Type': request.body.type }),
    ...(token !== null && { Authorization: `Bearer ${token}` }),
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
    learnServerTime(answer.headers.get('date'))
    return await readAnswer(answer, watch.moved, request.signal)
  } catch (thrown) {
    if (thrown instanceof Fault || request.signal?.aborted) throw thrown
    for (const listener of failureListeners) listener()
    throw new Fault({ kind: 'network' })
  } finally {
    watch.stop()
  }
}

async function readAnswer(
  answer: Response,
  moved: () => void,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const { status, headers } = answer
  const isEmpty = status === 204 || status === 304
  const read = isEmpty ? null : await readJson(answer, moved, signal)
  // A proxy's HTML must never reach a table.
  const type = headers.get('content-type')
  const body = read !== null && type !== null && !/json/i.test(type) ? undefined : read
  if (status >= 400) {
    throw new Fault({ kind: 'http', status, body, retryAfterMs: retryAfter(headers) })
  }
  if (body === undefined) throw new Fault({ kind: 'shape', status })
  return { status, headers, body }
}

/** `Retry-After` in ms: seconds or a date. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const seconds = Number(value)
  const ms = Number.isNaN(seconds) ? Date.parse(value) - serverNow() : seconds * 1_000
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
