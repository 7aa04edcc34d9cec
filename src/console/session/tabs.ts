/** What one tab tells the others: that a session ended or began, and whose; never the token (decisions.md 3.5). */
import {
  endSession,
  onSessionEnd,
  readSession,
  subscribeToSession,
} from '#console/session/session.ts'

interface TabMessage {
  readonly kind: 'logged-out' | 'signed-in'
  readonly username: string
}

/** Keeps the tabs of this browser in step; returns what stops it. */
export function startTabs(): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel('dockside.session')
  let told = readSession().twoFactorVerified ? readSession().username : null

  channel.addEventListener('message', (event: MessageEvent<TabMessage>) => {
    const mine = readSession().username
    if (mine === null || readSession().token === null) return
    const same = event.data.username === mine
    if (event.data.kind === 'logged-out' && same) endSession('logout')
    if (event.data.kind === 'signed-in' && !same) endSession('other-admin')
  })

  const stopChanges = subscribeToSession(() => {
    const { username, twoFactorVerified } = readSession()
    if (!twoFactorVerified || username === null || username === told) return
    told = username
    channel.postMessage({ kind: 'signed-in', username } satisfies TabMessage)
  })
  const stopEnds = onSessionEnd(({ reason, username }) => {
    told = null
    if (reason !== 'logout' || username === null) return
    channel.postMessage({ kind: 'logged-out', username } satisfies TabMessage)
  })
  return () => {
    stopChanges()
    stopEnds()
    channel.close()
  }
}
