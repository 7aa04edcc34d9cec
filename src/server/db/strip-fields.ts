/** Removes fields from a record at any depth (decisions/console/reading-records.md). */
import type { Row } from '#contract/collections.ts'
import { MAX_NESTING, parseText } from '#contract/records/nested-text.ts'

/** Whether to remove a field, by its name. */
type IsLeftOut = (field: string) => boolean

/**
 * A row without certain fields at any depth, including in texts that contain JSON. A text without any of
 * them stays as it is; others are serialized again.
 */
export function withoutFields(row: Row, isLeftOut: IsLeftOut): Row {
  return rowWithout(row, isLeftOut, 0)
}

function rowWithout(row: Row, isLeftOut: IsLeftOut, depth: number): Row {
  let isSame = true
  const left = Object.entries(row).flatMap(([field, value]): [string, unknown][] => {
    const kept = isLeftOut(field) ? undefined : valueWithout(value, isLeftOut, depth + 1)
    if (kept !== value) isSame = false
    return kept === undefined ? [] : [[field, kept]]
  })
  return isSame ? row : Object.fromEntries(left)
}

function valueWithout(value: unknown, isLeftOut: IsLeftOut, depth: number): unknown {
  if (typeof value === 'string') return textWithout(value, isLeftOut, depth)
  if (typeof value !== 'object' || value === null) return value
  // Request bodies are not nested this deep, but a text in one can be.
  if (depth > MAX_NESTING) return null
  if (Array.isArray(value)) {
    const parts: readonly unknown[] = value
    const left = parts.map((part) => valueWithout(part, isLeftOut, depth + 1))
    return left.every((part, nth) => part === parts[nth]) ? value : left
  }
  return rowWithout(value as Row, isLeftOut, depth)
}

function textWithout(text: string, isLeftOut: IsLeftOut, depth: number): string {
  const held = parseText(text)
  if (typeof held !== 'object' || held === null) return text
  const left = valueWithout(held, isLeftOut, depth + 1)
  return left === held ? text : JSON.stringify(left)
}
