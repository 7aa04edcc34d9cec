/** The objects inside a record, however the mobile app nested them. */
import type { Row } from '#contract/collections.ts'
import { MAX_NESTING, parseText } from '#contract/records/nested-text.ts'

/** Whether a value is an object with named fields, so neither null nor a list. */
export function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Objects, lists of them, and JSON texts of either; an empty list for anything else. */
export function objectsIn(value: unknown, depth = 0): Row[] {
  if (depth > MAX_NESTING) return []
  if (Array.isArray(value)) return value.flatMap((entry) => objectsIn(entry, depth + 1))
  if (typeof value === 'string') {
    const parsed = parseText(value)
    return parsed === undefined ? [] : objectsIn(parsed, depth + 1)
  }
  return typeof value === 'object' && value !== null ? [{ ...value }] : []
}
