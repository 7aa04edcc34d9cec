/** Logs a person out (specification.md section 4, decisions/product/open-calls.md). */
import { endpoints } from '#contract/endpoints.ts'
import { call } from '#console/data/api/call.ts'
import { endSession, readSession } from '#console/session/session.ts'

/** Logs out here and on the server. */
export function logOut(): void {
  endOnServer()
  endSession('logout')
}

/** Notifies the server if it offers that, without waiting: logging out needs no network. A refusal is no news. */
export function endOnServer(): void {
  if (readSession().token !== null) call(endpoints.logout, {}).catch(() => undefined)
}
