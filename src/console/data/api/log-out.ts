/** Logs a person out (specification.md section 4, decisions/product/open-calls.md). */
import { endpoints } from '#contract/endpoints.ts'
import { call } from '#console/data/api/call.ts'
import { endSession, readSession } from '#console/session/session.ts'

/** Notifies the server if it offers that, without waiting: logging out needs no network. */
export function logOut(): void {
  if (readSession().token !== null) call(endpoints.logout, {}).catch(() => undefined)
  endSession('logout')
}
