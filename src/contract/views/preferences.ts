/** The preferences of an admin that the server keeps, by key. */
import { z } from 'zod/mini'

/** How large a value may be as JSON, and how many keys an admin may have. */
export const PREFERENCE_MAX_BYTES = 8 * 1024
export const PREFERENCES_MAX = 200

/** The layout of a table, by the name of the table. */
export const LAYOUT_KEY_PREFIX = 'layout.'
const LAYOUT_KEY = /^layout\.[\p{L}\p{N} .,'&()-]{1,80}$/u

/** The keys with one value for the whole console. */
export const PREFERENCE_KEYS = [
  'scheme',
  'density',
  'clock',
  'date-order',
  'drawer-width',
  'drawer-open',
] as const

/** Whether the server keeps a value under this key. */
export function isPreferenceKey(key: string): boolean {
  return LAYOUT_KEY.test(key) || PREFERENCE_KEYS.some((each) => each === key)
}

export const PreferencesReply = z.object({ data: z.record(z.string(), z.unknown()) })
export const ChangedPreference = z.object({ value: z.unknown() })
