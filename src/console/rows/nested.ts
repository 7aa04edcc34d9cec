/** What lies inside a record, in whichever way the mobile app nested it. */
import type { Row } from '#contract/collections.ts'

/** Objects, lists of them, and JSON texts of either; nothing for anything else. */
export function objectsIn(value: unknown): Row[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  if (typeof value === 'string') return /^\s*[[{]/.test(value) ? objectsIn(parsed(value)) : []
  return typeof value === 'object' && value !== null ? [{ ...value }] : []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
