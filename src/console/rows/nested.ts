/** What lies inside a record, in whichever way the mobile app nested it. */
import type { Row } from '#contract/collections.ts'
import { pythonToJson } from '#console/rows/python.ts'

/** Deeper nobody nests, and nobody reads; what goes on for ever must not end the whole list. */
export const DEEPEST = 100

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

/**
 * What a text holds that was written as JSON, also twice over, or as Python writes its objects;
 * undefined for any other text.
 */
export function parseText(text: string): unknown {
  if (!/^\s*["[{]/.test(text)) return undefined
  const value =
    parseJson(text) ?? (/^\s*[[{]/.test(text) ? parseJson(pythonToJson(text)) : undefined)
  // A text in quotes is one, unless it holds what is nested.
  if (typeof value !== 'string') return value
  return value === '' ? null : parseText(value)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
