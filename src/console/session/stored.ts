/** What the tab keeps of a session, under keys that have their only home here. */
import { isObject } from '#console/rows/loose/objects.ts'
import { tabStorage } from '#console/session/storage.ts'

/** The keys of specification.md section 3, and below the line those added by decisions. */
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
} as const

type Key = (typeof KEYS)[keyof typeof KEYS]

/** What outlives a lock: where the person was (decisions/console/session.md), and sealed what was being typed. */
const KEPT_AFTER_END = new Set<Key>([KEYS.returnPlace, KEYS.draft])

/** What is kept under a name in this tab; null where nothing is. */
export function readText(key: Key): string | null {
  return tabStorage.getItem(key)
}

/** Keeps a text in this tab until it is closed. */
export function write(key: Key, value: string): void {
  tabStorage.setItem(key, value)
}

/** Takes away what is kept under a name. */
export function remove(key: Key): void {
  tabStorage.removeItem(key)
}

/** Removes what ends with a session. */
export function clearSession(): void {
  for (const key of Object.values(KEYS)) if (!KEPT_AFTER_END.has(key)) remove(key)
}

/** Removes what a lock leaves, too. */
export function clearKept(): void {
  for (const key of KEPT_AFTER_END) remove(key)
}

/** A stored number; null where it is missing or damaged. */
export function readNumber(key: Key): number | null {
  const stored = readText(key)
  const value = stored === null || stored.trim() === '' ? Number.NaN : Number(stored)
  return Number.isFinite(value) ? value : null
}

/** A stored record; null where it is missing or damaged. */
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
