/** Who is signed in. Lives outside React, so that guards read it at once; the only home of its keys. */
import { useSyncExternalStore } from 'react'
import { completeFeatures, type AdminFeatures, type Principal } from '#contract/access.ts'
import { SESSION_LIFETIME_MS, TEMP_PASSWORD_LIFETIME_MS } from '#contract/constants.ts'
import { tabStorage } from '#console/session/storage.ts'

/** The keys of console.md section 3, and below the line those that came with decisions.md. */
const KEYS = {
  token: 'token',
  tokenCreatedAt: 'tokenCreationTime',
  username: 'username',
  twoFactorVerified: 'twoFactorVerified',
  stepCompleted: 'intermediateFeatureCompleted',
  tempPassword: 'tempPassword',
  isSuperAdmin: 'isSuperAdmin',
  features: 'adminFeatures',
  syncInProgress: 'syncInProgress',
  lastSyncTime: 'lastSyncTime',

  tempPasswordSince: 'tempPasswordSince',
  cacheKey: 'cacheKey',
  returnPlace: 'returnPlace',
  hiddenSince: 'hiddenSince',
  draft: 'draft',
} as const

/** What outlives a lock: where the person was (decisions.md 3.4), and sealed what was being typed. */
const KEPT_AFTER_END = new Set<string>([KEYS.returnPlace, KEYS.draft])

export interface Session {
  readonly token: string | null
  /** When the token was made, by this device's clock, in ms. */
  readonly tokenCreatedAt: number | null
  readonly username: string | null
  readonly twoFactorVerified: boolean
  /** The intermediate feature step (console.md section 2). */
  readonly stepCompleted: boolean
  readonly isSuperAdmin: boolean
  /** Null until they are known. */
  readonly features: AdminFeatures | null
  /** Opens the rows kept on the device; null with servers that give none. */
  readonly cacheKey: string | null
}

/**
 * Why a session ends. `logout` and `refresh-failed` wipe what the device keeps, as does
 * `other-admin`; the rest lock it (decisions.md 3.2).
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

/** Whether a token exists and either the second factor or the intermediate step is done (console.md section 4). */
export function isFullyAuthenticated(session: Session): boolean {
  return isAuthenticated(session) && (session.twoFactorVerified || session.stepCompleted)
}

/** The session as the access readings want it; flags are absent until they are known. */
export function principalOf(session: Session): Principal {
  return {
    username: session.username ?? '',
    isSuperAdmin: session.isSuperAdmin,
    features: session.features ?? {},
  }
}

/** The password was right: name and password wait for the second factor. */
export function passFirstFactor(
  passed: { token: string; username: string; password: string; isSuperAdmin: boolean },
  now: number,
): void {
  clear()
  write(KEYS.token, passed.token)
  write(KEYS.tokenCreatedAt, String(now))
  write(KEYS.username, passed.username)
  write(KEYS.tempPassword, passed.password)
  write(KEYS.tempPasswordSince, String(now))
  write(KEYS.isSuperAdmin, String(passed.isSuperAdmin))
  changed()
}

/**
 * Whether the session is still the one that a call was made with: an answer that arrives after its end,
 * or in the session of somebody else, must not change anything.
 */
export function isStill(token: string | null): boolean {
  return token !== null && token === current.token
}

/** The second factor was right. Without `features` the intermediate step fetches them. */
export function passSecondFactor(
  passed: { token: string; features: unknown; cacheKey: string | null },
  now: number,
): void {
  if (current.token === null) return
  writeToken(passed.token, now)
  write(KEYS.twoFactorVerified, 'true')
  dropTempPassword()
  if (passed.cacheKey !== null) write(KEYS.cacheKey, passed.cacheKey)
  if (passed.features !== undefined && passed.features !== null) writeFeatures(passed.features)
  changed()
}

/** The flags are known: the intermediate step is complete. */
export function completeFeatureStep(features: unknown): void {
  if (current.token === null) return
  writeFeatures(features)
  changed()
}

/** The flags as the profile has them now; whether that changed anything. */
export function changeFlags(features: unknown, isSuperAdmin: boolean): boolean {
  if (current.token === null) return false
  const now = JSON.stringify([completeFeatures(features), isSuperAdmin])
  if (now === JSON.stringify([current.features, current.isSuperAdmin])) return false
  write(KEYS.isSuperAdmin, String(isSuperAdmin))
  writeFeatures(features)
  changed()
  return true
}

/** Set-up was skipped after a network failure: the step counts as done without the second factor (decisions.md 3.10). */
export function skipSecondFactor(): void {
  write(KEYS.stepCompleted, 'true')
  changed()
}

/** A refreshed token, with whatever came along with it. */
export function replaceToken(
  fresh: { token: string; features?: unknown; cacheKey?: string | undefined },
  now: number,
): void {
  if (current.token === null) return
  writeToken(fresh.token, now)
  if (fresh.features !== undefined && fresh.features !== null) writeFeatures(fresh.features)
  if (fresh.cacheKey !== undefined) write(KEYS.cacheKey, fresh.cacheKey)
  changed()
}

/** The password that waits for the second factor, or null when it waited for 5 minutes. */
export function readTempPassword(now: number): string | null {
  return tempPasswordRemainingMs(now) === null ? null : tabStorage.getItem(KEYS.tempPassword)
}

/** How long the password may still wait, in ms, or null without one; it is gone afterwards. */
export function tempPasswordRemainingMs(now: number): number | null {
  if (tabStorage.getItem(KEYS.tempPassword) === null) return null
  const since = readNumber(KEYS.tempPasswordSince)
  // A clock that was set back must not let it wait longer.
  const waited = since === null ? TEMP_PASSWORD_LIFETIME_MS : Math.abs(now - since)
  if (waited < TEMP_PASSWORD_LIFETIME_MS) return TEMP_PASSWORD_LIFETIME_MS - waited
  dropTempPassword()
  return null
}

let endIsAnnounced = false

/**
 * The account is gone and its logout is on the way: that calls are refused meanwhile says nothing
 * new, and must not come before what the person is reading (console.md section 9).
 */
export function announceEnd(): void {
  endIsAnnounced = true
}

/** Ends the session; what is kept on the device is locked or wiped by the listeners. */
export function endSession(reason: EndReason): void {
  if (reason === 'refused' && endIsAnnounced) return
  const { username } = current
  const wipes = WIPING.includes(reason)
  clear()
  if (wipes) for (const key of KEPT_AFTER_END) tabStorage.removeItem(key)
  changed()
  const end: SessionEnd = { reason, wipes, username }
  for (const listener of endListeners) listener(end)
}

/** Where the person was when the session was locked, and who it was. */
export interface ReturnPlace {
  readonly username: string
  readonly href: string
}

/** Keeps the place for the next sign-in of the same admin. */
export function keepReturnPlace(place: ReturnPlace): void {
  write(KEYS.returnPlace, JSON.stringify(place))
}

/** The place kept for this admin, once; only a path of this console, never an address elsewhere. */
export function takeReturnPlace(username: string): string | null {
  const place = parse(tabStorage.getItem(KEYS.returnPlace))
  tabStorage.removeItem(KEYS.returnPlace)
  const whose = place?.['username']
  const mine = typeof whose === 'string' && isSameAdmin(whose, username)
  const href = mine ? place?.['href'] : null
  return typeof href === 'string' && /^\/(?![/\\])/.test(href) ? href : null
}

/** What was being typed when the page went, sealed with the cache key; null where there is nothing. */
export function readDraft(): string | null {
  return tabStorage.getItem(KEYS.draft)
}

export function writeDraft(sealed: string | null): void {
  if (sealed === null) tabStorage.removeItem(KEYS.draft)
  else write(KEYS.draft, sealed)
}

/** Whether two spellings name one admin: the server does not tell capitals from small letters. */
export function isSameAdmin(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** Since when the page has been hidden, in ms; it outlives a page that the tablet discards meanwhile. */
export function readHiddenSince(): number | null {
  return readNumber(KEYS.hiddenSince)
}

export function writeHiddenSince(since: number | null): void {
  if (since === null) tabStorage.removeItem(KEYS.hiddenSince)
  else write(KEYS.hiddenSince, String(since))
}

/** The stored flag of syncs under way: collection name to start in ms. */
export function readSyncFlags(): Record<string, number> {
  const flags = parse(tabStorage.getItem(KEYS.syncInProgress)) ?? {}
  return Object.fromEntries(
    Object.entries(flags).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    ),
  )
}

export function writeSyncFlags(flags: Readonly<Record<string, number>>): void {
  if (Object.keys(flags).length === 0) tabStorage.removeItem(KEYS.syncInProgress)
  else write(KEYS.syncInProgress, JSON.stringify(flags))
}

/** When data was last fetched with success, in ms (decisions.md 3.15). */
export function readLastSyncTime(): number | null {
  return readNumber(KEYS.lastSyncTime)
}

/** Notes a fetch; one that was answered after the end of its session is nobody's. */
export function writeLastSyncTime(at: number): void {
  if (current.token === null) return
  write(KEYS.lastSyncTime, String(at))
}

/** Reads storage anew; a token older than its lifetime is dropped (console.md section 4). */
export function reloadSession(now: number): void {
  current = readStored(now)
  for (const listener of listeners) listener()
}

function readStored(now: number): Session {
  const createdAt = readNumber(KEYS.tokenCreatedAt)
  const tooOld = createdAt === null || isTokenTooOld(createdAt, now)
  if (tooOld && tabStorage.getItem(KEYS.token) !== null) clear()
  const features = parse(tabStorage.getItem(KEYS.features))
  return {
    token: tabStorage.getItem(KEYS.token),
    tokenCreatedAt: tooOld ? null : createdAt,
    username: tabStorage.getItem(KEYS.username),
    twoFactorVerified: tabStorage.getItem(KEYS.twoFactorVerified) === 'true',
    stepCompleted: tabStorage.getItem(KEYS.stepCompleted) === 'true',
    isSuperAdmin: tabStorage.getItem(KEYS.isSuperAdmin) === 'true',
    features: features === null ? null : completeFeatures(features),
    cacheKey: tabStorage.getItem(KEYS.cacheKey),
  }
}

/** Whether a token is past its 4 hours; a clock that was set back must not let it live on. */
export function isTokenTooOld(createdAt: number, now: number): boolean {
  return Math.abs(now - createdAt) >= SESSION_LIFETIME_MS
}

function writeToken(token: string, now: number): void {
  write(KEYS.token, token)
  write(KEYS.tokenCreatedAt, String(now))
}

function writeFeatures(features: unknown): void {
  write(KEYS.features, JSON.stringify(completeFeatures(features)))
  write(KEYS.stepCompleted, 'true')
}

function dropTempPassword(): void {
  tabStorage.removeItem(KEYS.tempPassword)
  tabStorage.removeItem(KEYS.tempPasswordSince)
}

function clear(): void {
  endIsAnnounced = false
  for (const key of Object.values(KEYS)) if (!KEPT_AFTER_END.has(key)) tabStorage.removeItem(key)
}

function changed(): void {
  reloadSession(Date.now())
}

function write(key: string, value: string): void {
  tabStorage.setItem(key, value)
}

/** A stored number; null where it is missing or damaged. */
function readNumber(key: string): number | null {
  const stored = tabStorage.getItem(key)
  const value = stored === null || stored.trim() === '' ? Number.NaN : Number(stored)
  return Number.isFinite(value) ? value : null
}

function parse(stored: string | null): Record<string, unknown> | null {
  if (stored === null) return null
  try {
    const value: unknown = JSON.parse(stored)
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isRecord ? { ...value } : null
  } catch {
    return null
  }
}
