/** What lies inside a record, in whichever way the mobile app nested it. */
import type { Row } from '#contract/collections.ts'
import { DEEPEST, parseText } from '#contract/records/nested-text.ts'

/** Objects, lists of them, and JSON texts of either; nothing for anything else. */
export function objectsIn(value: unknown, depth = 0): Row[] {
  if (depth > DEEPEST) return []
  if (Array.isArray(value)) return value.flatMap((entry) => objectsIn(entry, depth + 1))
  if (typeof value === 'string') {
    const parsed = parseText(value)
    return parsed === undefined ? [] : objectsIn(parsed, depth + 1)
  }
  return typeof value === 'object' && value !== null ? [{ ...value }] : []
}
