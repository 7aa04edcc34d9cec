/** Who was locked out of this tab, and whether it was because the page was hidden; for the sign-in page. */
import { KEYS, readRecord, remove, write } from '#console/session/stored.ts'

export interface Lock {
  readonly username: string
  readonly wasHidden: boolean
}

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
