/** Keeps the preferences of the person on the server: read after the sign-in, written soon after a change. */
import { onlineManager } from '@tanstack/react-query'
import { preferenceEndpoints } from '#contract/views/preference-endpoints.ts'
import { isPreferenceKey, LAYOUT_KEY_PREFIX } from '#contract/views/preferences.ts'
import { call } from '#console/data/api/call.ts'
import { mayRetry } from '#console/data/api/fault.ts'
import { onOwnChange, storedPreference, takePreferences } from '#console/preferences/preferences.ts'
import { isCurrentToken, readSession } from '#console/session/session.ts'

/** Several changes, such as those of a dragged edge, are written once. */
const WRITE_AFTER_MS = 2_000

/**
 * What did not reach the server yet, with the values: on a shared tablet the device may have another admin's by the
 * next sign-in. It must not be replaced by what the server has. All tabs share it, so it is read again for each change
 * of a key.
 */
const UNSENT = 'dockside.unsentPreferences.'

/** Reads and writes the preferences of the admin for as long as the session lasts; returns what ends it. */
export function keepPreferences(username: string): () => void {
  /** What the browser refused to store. */
  const refused = new Map<string, string>()
  /** What was changed in this session: an answer under way does not know it. */
  const changed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWriting = false
  let isDue = false
  let isRead = false
  let isOver = false

  /** During the session the device has this admin's values, maybe changed in another tab since. */
  const present = (key: string, kept: string): string => storedPreference(key, username) ?? kept

  const unsent = (): Map<string, string> => new Map([...readUnsent(username), ...refused])
  const setUnsent = (key: string, value: string | null): void => {
    const stored = readUnsent(username)
    if (value === null) stored.delete(key)
    else stored.set(key, value)
    const isStored = writeUnsent(username, stored)
    if (isStored || value === null) refused.delete(key)
    else refused.set(key, value)
  }

  const writeOnce = async (): Promise<void> => {
    for (const [key, kept] of unsent()) {
      if (isOver) return
      const value = present(key, kept)
      const { token } = readSession()
      try {
        if (isPreferenceKey(key))
          await call(preferenceEndpoints.setPreference, { params: { key }, body: { value } })
      } catch (thrown) {
        // Kept for the next connection, or for the next session if this one was refused. A refused value is given up.
        if (mayRetry(thrown) || !isCurrentToken(token)) return
      }
      if (present(key, value) === value) setUnsent(key, null)
    }
  }
  /** One at a time: the server keeps what arrives last, and an earlier value may be slower. */
  const write = async (): Promise<void> => {
    clearTimeout(timer)
    isDue = true
    if (isWriting) return
    isWriting = true
    while (isDue) {
      isDue = false
      await writeOnce()
    }
    isWriting = false
  }
  const read = async (): Promise<void> => {
    if (isRead || isOver) return
    try {
      const { data } = await call(preferenceEndpoints.preferences, {})
      if (isRead || isOver) return
      isRead = true
      const own = new Map([...unsent()].map(([key, kept]) => [key, present(key, kept)]))
      for (const key of changed) {
        const value = storedPreference(key, username)
        if (value !== null) own.set(key, value)
      }
      takePreferences({ ...data, ...Object.fromEntries(own) })
    } catch {
      // Read with the next connection.
    }
  }
  const meet = async (): Promise<void> => {
    await read()
    await write()
  }
  const stopChanges = onOwnChange((key) => {
    const value = storedPreference(key, username)
    changed.add(key)
    if (value !== null) setUnsent(key, value)
    clearTimeout(timer)
    timer = setTimeout(() => void write(), WRITE_AFTER_MS)
  })
  const stopOnline = onlineManager.subscribe((isOnline) => {
    if (isOnline) void meet()
  })
  const onHide = (): void => {
    if (document.visibilityState === 'hidden' && unsent().size > 0) void write()
  }
  document.addEventListener('visibilitychange', onHide)
  // Also without a connection: what is on the device may be another admin's.
  const before = unsent()
  if (before.size > 0) takePreferences(Object.fromEntries(before))
  void meet()
  return () => {
    isOver = true
    clearTimeout(timer)
    stopChanges()
    stopOnline()
    document.removeEventListener('visibilitychange', onHide)
  }
}

function readUnsent(username: string): Map<string, string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`${UNSENT}${username}`) ?? '{}')
    const entries = Array.isArray(kept) ? layoutsOf(kept, username) : Object.entries(kept ?? {})
    return new Map(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return new Map()
  }
}

/** An older version stored keys alone. Only layouts are stored per admin; any other value here may be another admin's. */
function layoutsOf(keys: readonly unknown[], username: string): [string, unknown][] {
  return keys.flatMap((key): [string, unknown][] =>
    typeof key === 'string' && key.startsWith(LAYOUT_KEY_PREFIX)
      ? [[key, storedPreference(key, username)]]
      : [],
  )
}

/** Whether the browser has stored it. */
function writeUnsent(username: string, values: ReadonlyMap<string, string>): boolean {
  try {
    if (values.size === 0) localStorage.removeItem(`${UNSENT}${username}`)
    else localStorage.setItem(`${UNSENT}${username}`, JSON.stringify(Object.fromEntries(values)))
    return true
  } catch {
    return false
  }
}
