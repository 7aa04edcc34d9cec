/** A crash that the browser hides: answers without CORS headers look as if the network were gone (backend-shapes.md). */
import { consoleConfig } from '#console/data/config.ts'
import { Fault } from '#console/data/fault.ts'
import { reachesServer } from '#console/data/send.ts'

/**
 * What a person is told of a call without an answer: where the server has another origin and answers
 * other calls, it was this one that broke there, not the connection.
 */
export async function faultBehind(thrown: unknown): Promise<unknown> {
  if (!(thrown instanceof Fault) || thrown.kind !== 'network') return thrown
  if (!isElsewhere() || !navigator.onLine || !(await reachesServer())) return thrown
  return new Fault({ kind: 'http', status: 500 })
}

function isElsewhere(): boolean {
  return new URL(consoleConfig().apiBase, window.location.href).origin !== window.location.origin
}
