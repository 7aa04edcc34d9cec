/**
 * Finds the real cause of a call that failed alone: if the server answers other calls, the link was
 * not at fault.
 */
import { consoleConfig } from '#console/data/api/config.ts'
import { Fault } from '#console/data/api/fault.ts'
import { reachesServer } from '#console/data/api/send.ts'

const CRASHED = 500
const UNAUTHORIZED = 401

/**
 * Why another origin may have left a single call unanswered: it crashed, and the browser hides that
 * answer, or the network failed. The browser does not tell them apart.
 */
export type UnansweredBy = 'crash' | 'network'

/**
 * Explains a call that the server seems not to have answered. If the server answers other calls,
 * this one broke: either a page was sent in its place, or the browser hid the answer to a crash on
 * another origin, because that answer has no CORS headers (decisions/product/other-servers.md).
 * @param cause which of the two to assume
 */
export async function unmaskFault(
  thrown: unknown,
  cause: UnansweredBy = 'crash',
): Promise<unknown> {
  if (!(thrown instanceof Fault) || thrown.kind !== 'network' || !navigator.onLine) return thrown
  const { status = cause === 'crash' && isElsewhere() ? CRASHED : null } = thrown
  // An HTML page says nothing about access rights.
  if (status === null || status === UNAUTHORIZED || !(await reachesServer())) return thrown
  const { retryAfterMs } = thrown
  return new Fault({ kind: status < 400 ? 'shape' : 'http', status, retryAfterMs })
}

/**
 * Waits for calls and replaces a masked fault with its real cause.
 * @throws Fault, or whatever else the work throws
 */
export async function withUnmaskedFault<T>(work: Promise<T>, cause?: UnansweredBy): Promise<T> {
  try {
    return await work
  } catch (thrown) {
    throw (await unmaskFault(thrown, cause)) as Error
  }
}

function isElsewhere(): boolean {
  return new URL(consoleConfig().apiBase, window.location.href).origin !== window.location.origin
}
