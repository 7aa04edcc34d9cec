/** Who is signed in. Lives outside React, so that guards read it at once. */
import { useSyncExternalStore } from 'react'
import { completeFeatures, type AdminFeatures, type Principal } from '#contract/access.ts'
import { SESSION_LIFETIME_MS } from '#contract/constants.ts'
import { isSameName } from '#contract/name-key.ts'
import {
  clearKept,
  clearSession,
  KEYS,
  readNumber,
  readRecord,
  readText,
} from '#console/session/stored.ts'

export interface Session {
  readonly token: string | null
  /** When the token was made, by this device's clock, in ms. */
  readonly tokenCreatedAt: number | null
  readonly username: string | null
  readonly twoFactorVerified: boolean
  /** The intermediate feature step (specification.md section 2). */
  readonly stepCompleted: boolean
  readonly isSuperAdmin: boolean
  /** Null until they are known. */
  readonly features: AdminFeatures | null
  /** Opens the rows kept on the device; null with servers that give none. */
  readonly cacheKey: string | null
}

/**
 * Why a session ends. `logout` and `refresh-failed` wipe what the device keeps, as does
 * `other-admin`; the rest lock it (decisions/console/session.md).
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
  /** Whose session it was. */
  readonly username: string | null
}

const WIPING: readonly EndReason[] = ['logout', 'refresh-failed', 'other-admin']

const listeners = new Set<() => void>()
const endListeners = new Set<(end: SessionEnd) => void>()
let current = readStored(Date.now())

/** The session as it is now; the same object until something changes. */
export function readSession(): Session {
  return current
}

/** Tells of every change. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells of every end, after the session is gone. */
export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, readSession)
}

/** Whether a token exists: the password was right, at least. */
export function isAuthenticated(session: Session): boolean {
  return session.token !== null
}

/** Whether the token is still in the storage of the tab, from which anybody may remove it. */
export function hasStoredToken(): boolean {
  return readText(KEYS.token) !== null
}

/** Whether a token exists and either the second factor or the intermediate step is done (specification.md section 4). */
export function isFullyAuthenticated(session: Session): boolean {
  return isAuthenticated(session) && (session.twoFactorVerified || session.stepCompleted)
}

/**
 * The session as the access readings want it; flags are absent until they are known. Who skipped the
 * second factor is given nothing by the server, so nothing is shown of what a flag or a super admin
 * opens (decisions/console/second-factor.md).
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
 * Whether the session is still the one that a call was made with: an answer that arrives after its end,
 * or in the session of somebody else, must not change anything.
 */
export function isStill(token: string | null): boolean {
  return token !== null && token === current.token
}

let endIsAnnounced = false

/**
 * The account is gone and its logout is on the way: that calls are refused meanwhile says nothing
 * new, and must not come before what the person is reading (specification.md section 9).
 */
export function announceEnd(): void {
  endIsAnnounced = true
}

/** Ends the session; what is kept on the device is locked or wiped by the listeners. */
export function endSession(reason: EndReason): void {
  if (reason === 'refused' && endIsAnnounced) return
  const { username } = current
  const wipes = WIPING.includes(reason)
  forgetSession()
  if (wipes) clearKept()
  reloadSession(Date.now())
  const end: SessionEnd = { reason, wipes, username }
  for (const listener of endListeners) listener(end)
}

/** Whether two spellings name one admin, as for the server (decisions/server/rate-limits.md). */
export function isSameAdmin(one: string, other: string): boolean {
  return isSameName(one, other)
}

/** Nothing of a session is left; a further one may begin. */
export function forgetSession(): void {
  endIsAnnounced = false
  clearSession()
}

/** Reads storage anew; a token older than its lifetime is dropped (specification.md section 4). */
export function reloadSession(now: number): void {
  current = readStored(now)
  for (const listener of listeners) listener()
}

function readStored(now: number): Session {
  const createdAt = readNumber(KEYS.tokenCreatedAt)
  const tooOld = createdAt === null || isTokenTooOld(createdAt, now)
  if (tooOld && readText(KEYS.token) !== null) forgetSession()
  const features = readRecord(KEYS.features)
  return {
    token: readText(KEYS.token),
    tokenCreatedAt: tooOld ? null : createdAt,
    username: readText(KEYS.username),
    twoFactorVerified: readText(KEYS.twoFactorVerified) === 'true',
    stepCompleted: readText(KEYS.stepCompleted) === 'true',
    isSuperAdmin: readText(KEYS.isSuperAdmin) === 'true',
    features: features === null ? null : completeFeatures(features),
    cacheKey: readText(KEYS.cacheKey),
  }
}

/** Whether a token is past its 4 hours; a clock that was set back must not let it live on. */
export function isTokenTooOld(createdAt: number, now: number): boolean {
  return Math.abs(now - createdAt) >= SESSION_LIFETIME_MS
}
