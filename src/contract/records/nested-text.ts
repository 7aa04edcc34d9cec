/** Texts that contain nested values, as some apps store them. */
import { pythonToJson } from '#contract/records/python.ts'

/** No real record is nested deeper. Endless nesting must not break the whole list. */
export const MAX_NESTING = 100

/**
 * Parses a text that holds JSON, even JSON within JSON, or a Python literal; undefined for any
 * other text.
 */
export function parseText(text: string): unknown {
  if (!/^\s*["[{]/.test(text)) return undefined
  const value =
    parseJson(text) ?? (/^\s*[[{]/.test(text) ? parseJson(pythonToJson(text)) : undefined)
  // A quoted text stays a text, unless it holds a nested value.
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
