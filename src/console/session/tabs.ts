/**
 * What tabs tell each other: that a session ended or began, and whose; never the token
 * (decisions/console/session.md).
 */
import {
  endSession,
  isSameAdmin,
  onSessionEnd,
  readSession,
  subscribeToSession,
} from '#console/session/session.ts'

interface TabMessage {
  readonly kind: 'logged-out' | 'signed-in'
  readonly username: string
}

/** Synchronizes the tabs of this browser; returns a function that stops it. */
export function startTabs(): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel('dockside.session')
  let told = readSession().twoFactorVerified ? readSession().username : null

  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = event.data
    const mine = readSession().username
    if (mine === null || readSession().token === null || !isTabMessage(message)) return
    const same = isSameAdmin(message.username, mine)
    if (message.kind === 'logged-out' && same) endSession('logout')
    if (message.kind === 'signed-in' && !same) endSession('other-admin')
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

/** Another tab may run another version of the console. */
function isTabMessage(data: unknown): data is TabMessage {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return false
  return 'username' in data && typeof data.username === 'string'
}
