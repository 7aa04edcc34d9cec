/** Who was locked out of this tab, and whether it was because the page was hidden; for the sign-in page. */
import { clearLockSurvivors, KEYS, readRecord, remove, write } from '#console/session/stored.ts'

export interface Lock {
  readonly username: string
  readonly wasHidden: boolean
}

const listeners = new Set<() => void>()

/** Null if this tab was not locked, or if somebody has signed in since. */
export function readLock(): Lock | null {
  const { username, wasHidden } = readRecord(KEYS.lock) ?? {}
  return typeof username === 'string' ? { username, wasHidden: wasHidden === true } : null
}

export function storeLock(lock: Lock): void {
  write(KEYS.lock, JSON.stringify(lock))
}

export function dropLock(): void {
  remove(KEYS.lock)
}

/** Forgets what a lock leaves behind: the name, the place, and what was being typed. */
export function forgetLock(): void {
  clearLockSurvivors()
  for (const listener of listeners) listener()
}

/** Calls the listener whenever what a lock leaves behind is forgotten: by a wipe, and on a word from another tab. */
export function onLockForgotten(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
