/**
 * What a person has arranged. `localStorage` is the first place that is read and written, and the only one
 * where the server offers no preferences (decisions/server/views.md).
 */
import { useSyncExternalStore } from 'react'
import { DRAWER_MAX_WIDTH_PX, DRAWER_MIN_WIDTH_PX, DRAWER_WIDTH_PX } from '#contract/constants.ts'
import { LAYOUT_KEY_PREFIX, PREFERENCE_KEYS } from '#contract/views/preferences.ts'
import { DENSITIES } from '#contract/views/view-config.ts'
import { CLOCKS, DATE_ORDERS, setDateFormat } from '#console/rows/date-format.ts'
import { readSession } from '#console/session/session.ts'

interface Preference<T> {
  /** Its name in `localStorage`. */
  readonly stored: string
  /** Reads what is stored; null for nothing. An invalid value counts as none. */
  readonly read: (stored: string | null) => T
}

/** The layout of a table is beside these, under its own name. */
const PREFERENCES = {
  /** The library's name: it reads the scheme before anything else does. */
  scheme: { stored: 'mantine-color-scheme-value', read: oneOf(['auto', 'light', 'dark'], 'auto') },
  density: { stored: 'dockside.density', read: oneOf(DENSITIES, null) },
  clock: { stored: 'dockside.clock', read: oneOf(CLOCKS, null) },
  'date-order': { stored: 'dockside.dateOrder', read: oneOf(DATE_ORDERS, 'day-first') },
  'drawer-width': { stored: 'dockside.drawerWidth', read: drawerWidth },
  'drawer-open': { stored: 'dockside.drawerOpen', read: (stored) => stored !== 'false' },
} as const satisfies Readonly<Record<(typeof PREFERENCE_KEYS)[number], Preference<unknown>>>

type PreferenceKey = keyof typeof PREFERENCES
type ValueOf<K extends PreferenceKey> = ReturnType<(typeof PREFERENCES)[K]['read']>

/** What the browser refused to store, held for as long as the page lives. */
const refused = new Map<string, string>()

const listeners = new Set<() => void>()
const ownListeners = new Set<(key: string) => void>()

/** The value of a preference. */
export function getPreference<K extends PreferenceKey>(key: K): ValueOf<K>
export function getPreference(key: PreferenceKey): unknown {
  const { stored, read } = PREFERENCES[key]
  return read(readText(stored))
}

/** Changes a preference, here and soon on the server. */
export function setPreference<K extends PreferenceKey>(
  key: K,
  value: Exclude<ValueOf<K>, null>,
): void {
  storePreference(key, String(value))
}

/** A preference as a hook. */
export function usePreference<K extends PreferenceKey>(key: K): ValueOf<K> {
  return useSyncExternalStore(onPreferences, () => getPreference(key))
}

/** Calls the listener on every change, from here or from the server. */
export function onPreferences(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls the listener with the key of every change that a person makes here. */
export function onOwnChange(listener: (key: string) => void): () => void {
  ownListeners.add(listener)
  return () => ownListeners.delete(listener)
}

/** The key of the layout of a table. */
export function layoutKey(table: string): string {
  return `${LAYOUT_KEY_PREFIX}${table}`
}

/** What is stored under a key, as text; null for nothing. */
export function storedPreference(key: string, username = ownName()): string | null {
  const name = storageName(key, username)
  return name === null ? null : readText(name)
}

/** Stores a change of the person. */
export function storePreference(key: string, text: string, username = ownName()): void {
  keep(key, text, username)
  tell()
  for (const listener of ownListeners) listener(key)
}

/** Takes over what the server has kept. */
export function takePreferences(kept: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(kept))
    if (typeof value === 'string') keep(key, value, ownName())
  tell()
}

/** Writes dates and times as the person wants them, from the start of the frame on. */
export function applyDateFormat(): void {
  setDateFormat({ clock: getPreference('clock'), order: getPreference('date-order') })
}

function keep(key: string, text: string, username: string): void {
  const name = storageName(key, username)
  if (name === null) return
  try {
    refused.delete(name)
    localStorage.setItem(name, text)
  } catch {
    // Full storage loses a layout.
    if (!key.startsWith(LAYOUT_KEY_PREFIX)) refused.set(name, text)
  }
}

function tell(): void {
  applyDateFormat()
  for (const listener of listeners) listener()
}

function ownName(): string {
  return readSession().username ?? ''
}

function storageName(key: string, username: string): string | null {
  if (key.startsWith(LAYOUT_KEY_PREFIX))
    return `dockside.table.${username}.${key.slice(LAYOUT_KEY_PREFIX.length)}`
  const known = PREFERENCE_KEYS.find((each) => each === key)
  return known === undefined ? null : PREFERENCES[known].stored
}

function readText(name: string): string | null {
  try {
    return refused.get(name) ?? localStorage.getItem(name)
  } catch {
    return null
  }
}

function oneOf<const T extends string, const F>(values: readonly T[], fallback: F) {
  return (stored: string | null): T | F => values.find((each) => each === stored) ?? fallback
}

function drawerWidth(stored: string | null): number {
  const width = Number(stored ?? DRAWER_WIDTH_PX)
  if (!Number.isFinite(width)) return DRAWER_WIDTH_PX
  return Math.round(Math.min(DRAWER_MAX_WIDTH_PX, Math.max(DRAWER_MIN_WIDTH_PX, width)))
}
