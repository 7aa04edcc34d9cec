/** A call that failed alone: what looks like the link was its own fault where the server answers others. */
import { consoleConfig } from '#console/data/api/config.ts'
import { Fault } from '#console/data/api/fault.ts'
import { reachesServer } from '#console/data/api/send.ts'

const CRASHED = 500
const UNAUTHORIZED = 401

/**
 * What a person is told of a call that the server seems not to have answered. Where it answers others
 * it was this one that broke: a page came in its place, or, from another origin, the browser hid the
 * answer to a crash, which has no CORS headers (decisions/product/other-servers.md).
 */
export async function explainMaskedFault(thrown: unknown): Promise<unknown> {
  if (!(thrown instanceof Fault) || thrown.kind !== 'network' || !navigator.onLine) return thrown
  const { status = isElsewhere() ? CRASHED : null } = thrown
  // A page says nothing of who may do what.
  if (status === null || status === UNAUTHORIZED || !(await reachesServer())) return thrown
  const { retryAfterMs } = thrown
  return new Fault({ kind: status < 400 ? 'shape' : 'http', status, retryAfterMs })
}

/**
 * Waits for calls, and fails with what is behind their fault.
 * @throws Fault, or whatever else the work throws
 */
export async function withFaultBehind<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (thrown) {
    throw (await explainMaskedFault(thrown)) as Error
  }
}

function isElsewhere(): boolean {
  return new URL(consoleConfig().apiBase, window.location.href).origin !== window.location.origin
}
