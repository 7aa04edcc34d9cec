/** A person logs out (console.md section 4, decisions.md 2). */
import { endpoints } from '#contract/endpoints.ts'
import { call } from '#console/data/call.ts'
import { endSession, readSession } from '#console/session/session.ts'

/** Tells the server, where it offers that, without waiting: logging out needs no network. */
export function logOut(): void {
  if (readSession().token !== null) call(endpoints.logout, {}).catch(() => undefined)
  endSession('logout')
}
