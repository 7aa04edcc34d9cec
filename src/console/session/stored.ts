/** What the tab stores of a session; its keys are used only here. */
import { isObject } from '#console/rows/loose/objects.ts'
import { tabStorage } from '#console/session/storage.ts'

/** The keys of specification.md section 3, followed by those that decisions added. */
export const KEYS = {
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
  lock: 'lock',
  /** What the first paint after a reload needs (first-paint.ts). */
  firstPaint: 'firstPaint',

  /** Written by the router whenever the page is left. */
  scrollPositions: 'tsr-scroll-restoration-v1_3',
} as const

type Key = (typeof KEYS)[keyof typeof KEYS]

/** What survives a lock: the person's place (decisions/console/session.md), the encrypted draft, and who was locked out. */
const SURVIVES_LOCK = new Set<Key>([KEYS.returnPlace, KEYS.draft, KEYS.lock])

/** The text stored under a key in this tab; null if there is none. */
export function readText(key: Key): string | null {
  return tabStorage.getItem(key)
}

/** Stores a text in this tab until the tab is closed. */
export function write(key: Key, value: string): void {
  tabStorage.setItem(key, value)
}

export function remove(key: Key): void {
  tabStorage.removeItem(key)
}

/** Removes everything that ends with a session. */
export function clearSession(): void {
  for (const key of Object.values(KEYS)) if (!SURVIVES_LOCK.has(key)) remove(key)
}

/** Removes what survives a lock as well. */
export function clearLockSurvivors(): void {
  for (const key of SURVIVES_LOCK) remove(key)
}

/** A stored number; null if it is missing or malformed. */
export function readNumber(key: Key): number | null {
  const stored = readText(key)
  const value = stored === null || stored.trim() === '' ? Number.NaN : Number(stored)
  return Number.isFinite(value) ? value : null
}

/** A stored record; null if it is missing or malformed. */
export function readRecord(key: Key): Record<string, unknown> | null {
  const stored = readText(key)
  if (stored === null) return null
  try {
    const value: unknown = JSON.parse(stored)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
