/** Texts that hold what is nested, as apps store it. */
import { pythonToJson } from '#contract/records/python.ts'

/** No real record nests deeper. Endless nesting must not break the whole list. */
export const DEEPEST = 100

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
