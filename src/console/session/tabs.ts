/**
 * What tabs tell each other: that a session ended or began, and whose; never the token
 * (decisions/console/session.md).
 */
import { forgetLock, readLock } from '#console/session/lock.ts'
import {
  endSession,
  isSameAdmin,
  onSessionEnd,
  readSession,
  subscribeToSession,
  type EndReason,
} from '#console/session/session.ts'

interface TabMessage {
  readonly kind: 'logged-out' | 'signed-in'
  readonly username: string
  /** When the token of a session that was logged out was issued, which tells a copy of that session. */
  readonly issuedAt?: number | null
}

/**
 * Synchronizes the tabs of this browser; returns a function that stops it.
 * @param endOnServer ends the session of this tab on the server. A tab that signed in by itself has a token of its own,
 * which a logout in another tab leaves valid. A duplicated tab has a copy, which that logout has ended.
 */
export function startTabs(endOnServer: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel('dockside.session')
  let told = readSession().twoFactorVerified ? readSession().username : null
  let issuedAt = readSession().tokenCreatedAt

  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = event.data
    if (!isTabMessage(message)) return
    const { token, tokenCreatedAt, username } = readSession()
    const lockedOut = readLock()?.username
    // The device was wiped by the tab that sent this; here only what outlived a lock is left.
    if (lockedOut !== undefined && reasonToEnd(message, lockedOut) !== null) forgetLock()
    const reason = token === null || username === null ? null : reasonToEnd(message, username)
    if (reason === 'logout' && message.issuedAt !== tokenCreatedAt) endOnServer()
    if (reason !== null) endSession(reason)
  })

  const stopChanges = subscribeToSession(() => {
    const { username, twoFactorVerified, tokenCreatedAt } = readSession()
    // After the end of a session, its listeners still need it.
    issuedAt = tokenCreatedAt ?? issuedAt
    if (!twoFactorVerified || username === null || username === told) return
    told = username
    channel.postMessage({ kind: 'signed-in', username } satisfies TabMessage)
  })
  const stopEnds = onSessionEnd(({ reason, username }) => {
    told = null
    if (reason !== 'logout' || username === null) return
    channel.postMessage({ kind: 'logged-out', username, issuedAt } satisfies TabMessage)
  })
  return () => {
    stopChanges()
    stopEnds()
    channel.close()
  }
}

/** Why a message ends what this tab has of an admin, if it does. */
function reasonToEnd({ kind, username }: TabMessage, mine: string): EndReason | null {
  const isSame = isSameAdmin(username, mine)
  if (kind === 'logged-out') return isSame ? 'logout' : null
  return kind === 'signed-in' && !isSame ? 'other-admin' : null
}

/** Another tab may run another version of the console. */
function isTabMessage(data: unknown): data is TabMessage {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return false
  return 'username' in data && typeof data.username === 'string'
}
