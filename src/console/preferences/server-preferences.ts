/** Keeps the preferences of the person on the server: read after the sign-in, written soon after a change. */
import { onlineManager } from '@tanstack/react-query'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { isPreferenceKey } from '#contract/views/preferences.ts'
import { call } from '#console/data/api/call.ts'
import { mayRetry } from '#console/data/api/fault.ts'
import { onOwnChange, storedPreference, takePreferences } from '#console/preferences/preferences.ts'

/** Several changes, such as those of a dragged edge, are written once. */
const WRITE_AFTER_MS = 2_000

/** What did not reach the server yet; it must not be replaced by what the server has. */
const UNSENT = 'dockside.unsentPreferences.'

/** Reads and writes the preferences of the admin for as long as the session lasts; returns what ends it. */
export function keepPreferences(username: string): () => void {
  const unsent = new Set(readUnsent(username))
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRead = false
  let isOver = false

  const write = async (): Promise<void> => {
    clearTimeout(timer)
    for (const key of unsent) {
      if (isOver) return
      const value = storedPreference(key, username)
      try {
        if (value !== null && isPreferenceKey(key))
          await call(ownEndpoints.setPreference, { params: { key }, body: { value } })
      } catch (thrown) {
        // Kept for the next connection; what the server refuses is given up.
        if (mayRetry(thrown)) return
      }
      if (storedPreference(key, username) === value) unsent.delete(key)
      writeUnsent(username, unsent)
    }
  }
  const read = async (): Promise<void> => {
    if (isRead || isOver) return
    try {
      const { data } = await call(ownEndpoints.preferences, {})
      if (isOver) return
      isRead = true
      takePreferences(Object.fromEntries(Object.entries(data).filter(([key]) => !unsent.has(key))))
    } catch {
      // Read with the next connection.
    }
  }
  const meet = async (): Promise<void> => {
    await read()
    await write()
  }
  const stopChanges = onOwnChange((key) => {
    if (!unsent.has(key)) writeUnsent(username, unsent.add(key))
    clearTimeout(timer)
    timer = setTimeout(() => void write(), WRITE_AFTER_MS)
  })
  const stopOnline = onlineManager.subscribe((isOnline) => {
    if (isOnline) void meet()
  })
  const onHide = (): void => {
    if (document.visibilityState === 'hidden' && unsent.size > 0) void write()
  }
  document.addEventListener('visibilitychange', onHide)
  void meet()
  return () => {
    isOver = true
    clearTimeout(timer)
    stopChanges()
    stopOnline()
    document.removeEventListener('visibilitychange', onHide)
  }
}

function readUnsent(username: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`${UNSENT}${username}`) ?? '[]')
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}

function writeUnsent(username: string, keys: ReadonlySet<string>): void {
  try {
    if (keys.size === 0) localStorage.removeItem(`${UNSENT}${username}`)
    else localStorage.setItem(`${UNSENT}${username}`, JSON.stringify([...keys]))
  } catch {
    // They are still written during this session.
  }
}
