/** Who is signed in. Held outside React, so that guards can read it synchronously. */
import { useSyncExternalStore } from 'react'
import { completeFeatures, type AdminFeatures, type Principal } from '#contract/access.ts'
import { SESSION_LIFETIME_MS } from '#contract/constants.ts'
import { isSameName } from '#contract/records/name-key.ts'
import { forgetLock, storeLock } from '#console/session/lock.ts'
import {
  clearSession,
  KEYS,
  readNumber,
  readRecord,
  readText,
  remove,
} from '#console/session/stored.ts'

export interface Session {
  readonly token: string | null
  /** When the token was issued, by the device's clock, in ms. */
  readonly tokenCreatedAt: number | null
  readonly username: string | null
  readonly twoFactorVerified: boolean
  /** The intermediate feature step (specification.md section 2). */
  readonly stepCompleted: boolean
  readonly isSuperAdmin: boolean
  /** Null until they are known. */
  readonly features: AdminFeatures | null
  /** Decrypts the rows stored on the device; null with servers that send none. */
  readonly cacheKey: string | null
}

/**
 * Why a session ends. `logout`, `refresh-failed` and `other-admin` wipe what is stored on the
 * device; all others lock it (decisions/console/session.md).
 */
export type EndReason =
  | 'logout'
  | 'refresh-failed'
  | 'other-admin'
  | 'expired'
  | 'refused'
  | 'hidden'
  | 'login-page'

export interface SessionEnd {
  readonly reason: EndReason
  readonly wipes: boolean
  /** The owner of the ended session. */
  readonly username: string | null
}

const WIPING: readonly EndReason[] = ['logout', 'refresh-failed', 'other-admin']

const listeners = new Set<() => void>()
const endListeners = new Set<(end: SessionEnd) => void>()
/** Whose token was too old when this page was loaded, so that it was dropped; null if none was. */
export const expiredAtLoad = ownerOfOldToken(Date.now())
let current = readStored(Date.now())

/** The current session; the same object until something changes. */
export function readSession(): Session {
  return current
}

/** Calls the listener on every change. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls the listener when the flags or the super admin's role of a live session change, whatever changed them. */
export function onRightsChange(listener: () => void): () => void {
  let known = rightsOf(current)
  return subscribeToSession(() => {
    const now = rightsOf(current)
    if (now === known) return
    known = now
    if (isAuthenticated(current)) listener()
  })
}

/** Calls the listener on every end of a session, after it is cleared. */
export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, readSession)
}

/** Whether there is a token, so at least the password was right. */
export function isAuthenticated(session: Session): boolean {
  return session.token !== null
}

/** Whether the token is still in the tab's storage, where it can be removed from outside. */
export function hasStoredToken(): boolean {
  return readText(KEYS.token) !== null
}

/**
 * Whether there is a token and either the second factor or the intermediate step is done
 * (specification.md section 4).
 */
export function isFullyAuthenticated(session: Session): boolean {
  return isAuthenticated(session) && (session.twoFactorVerified || session.stepCompleted)
}

/**
 * The session as the access rules need it; flags are absent until they are known. The server gives
 * no data to an admin who skipped the second factor, so nothing is shown that needs a flag or a
 * super admin (decisions/console/second-factor.md).
 */
export function principalOf(session: Session): Principal {
  const { twoFactorVerified } = session
  return {
    username: session.username ?? '',
    isSuperAdmin: twoFactorVerified && session.isSuperAdmin,
    features: twoFactorVerified ? (session.features ?? {}) : completeFeatures({}),
  }
}

/**
 * Whether the session is still the one a call was made with: an answer that arrives after its end,
 * or in another person's session, must not change anything.
 */
export function isCurrentToken(token: string | null): boolean {
  return token !== null && token === current.token
}

let endIsAnnounced = false

/**
 * The account was deleted and its logout is under way: refused calls are expected now and must not
 * replace what the person is reading (specification.md section 9).
 */
export function announceEnd(): void {
  endIsAnnounced = true
}

interface Renewal {
  readonly of: string | null
  readonly outcome: Promise<boolean>
  /** Until it has succeeded: whoever asked for it ends the session if it fails. */
  isOpen: boolean
}

let renewal: Renewal | null = null

/**
 * The current token is being replaced. Its answer may be lost, and then the server refuses the old token while the
 * repeated request still brings the new one: the renewal decides about the session, and not a call that is refused.
 * @param outcome whether the token was replaced
 */
export function announceRenewal(outcome: Promise<boolean>): void {
  const begun: Renewal = { of: current.token, outcome, isOpen: true }
  renewal = begun
  // Another server may renew a session without a new token, which it may refuse later.
  void outcome.then((isRenewed) => {
    if (isRenewed) begun.isOpen = false
  })
}

/** Whether a token has been replaced by a renewal, once the latest has ended. */
export async function wasRenewed(token: string | null): Promise<boolean> {
  return token !== null && renewal?.of === token && renewal.outcome
}

/** Ends the session; listeners lock or wipe what is stored on the device. */
export function endSession(reason: EndReason): void {
  const isRenewing = renewal?.isOpen === true && renewal.of === current.token
  if (reason === 'refused' && (endIsAnnounced || isRenewing)) return
  const { username } = current
  const wipes = WIPING.includes(reason)
  forgetSession()
  if (wipes) forgetLock()
  else if (username !== null && reason !== 'login-page')
    storeLock({ username, wasHidden: reason === 'hidden' })
  reloadSession(Date.now())
  const end: SessionEnd = { reason, wipes, username }
  for (const listener of endListeners) listener(end)
}

function rightsOf({ features, isSuperAdmin }: Session): string {
  return JSON.stringify([features, isSuperAdmin])
}

/** Whether two spellings name the same admin, by the server's rules (decisions/server/rate-limits.md). */
export function isSameAdmin(one: string, other: string): boolean {
  return isSameName(one, other)
}

/**
 * Whether another admin has signed in since something began. What is left of it must neither be sent in their name nor
 * reported to them.
 * @param before the user name of the session in which it began
 */
export function isAnothersTurn(before: string | null): boolean {
  return current.token !== null && !isSameAdmin(current.username ?? '', before ?? '')
}

/** Clears all traces of a session, so that another one may begin. */
export function forgetSession(): void {
  endIsAnnounced = false
  renewal = null
  clearSession()
}

/** Reads the storage again; a token older than its lifetime is dropped (specification.md section 4). */
export function reloadSession(now: number): void {
  current = readStored(now)
  for (const listener of listeners) listener()
}

function ownerOfOldToken(now: number): string | null {
  const isOld = readText(KEYS.token) !== null && readFreshTime(now) === null
  return isOld ? readText(KEYS.username) : null
}

/** When the token was issued; null if that is unknown or too long ago. */
function readFreshTime(now: number): number | null {
  const createdAt = readNumber(KEYS.tokenCreatedAt)
  return createdAt === null || isTokenTooOld(createdAt, now) ? null : createdAt
}

function readStored(now: number): Session {
  const tokenCreatedAt = readFreshTime(now)
  if (tokenCreatedAt === null && readText(KEYS.token) !== null) forgetSession()
  if (readText(KEYS.token) === null) {
    // The router writes it again when the login page is left.
    remove(KEYS.scrollPositions)
    remove(KEYS.firstPaint)
  }
  const features = readRecord(KEYS.features)
  return {
    token: readText(KEYS.token),
    tokenCreatedAt,
    username: readText(KEYS.username),
    twoFactorVerified: readText(KEYS.twoFactorVerified) === 'true',
    stepCompleted: readText(KEYS.stepCompleted) === 'true',
    isSuperAdmin: readText(KEYS.isSuperAdmin) === 'true',
    features: features === null ? null : completeFeatures(features),
    cacheKey: readText(KEYS.cacheKey),
  }
}

/** Whether a token is older than 4 hours; setting the clock back must not extend its life. */
export function isTokenTooOld(createdAt: number, now: number): boolean {
  return Math.abs(now - createdAt) >= SESSION_LIFETIME_MS
}
