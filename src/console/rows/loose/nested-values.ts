/** Flattens nested values for a table of their own (decisions/console/reading-records.md). */
import { formatDateTime, formatText, isDateLike } from '#console/rows/formats.ts'

/** Whether a value is a non-empty object or list. */
export function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

/** A field's value in a form that can be sorted and searched; null for nothing. */
export function comparableOf(value: unknown): string | number | boolean | null {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  return isNested(value) ? JSON.stringify(value) : null
}

/** One plain value with the path to it: `by › name`. */
export interface Leaf {
  readonly field: string
  readonly value: string
}

/** The plain values inside an object, such as `by › name` with 'Ada'; list entries are numbered from 1. */
export function leavesOf(value: object): Leaf[] {
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
    const field = Array.isArray(value) ? String(Number(key) + 1) : key
    if (!isNested(part) || isPlainList(part)) return [{ field, value: partText(key, part) }]
    return leavesOf(part).map((leaf) => ({ ...leaf, field: `${field} › ${leaf.field}` }))
  })
}

/** The entries of a list of objects, each with its leaves as fields; null for anything else. */
export function entriesOf(value: object): Readonly<Record<string, string>>[] | null {
  if (!Array.isArray(value) || !value.every((entry) => isNested(entry) && !isPlainList(entry))) {
    return null
  }
  return value.map((entry: object) =>
    Object.fromEntries(leavesOf(entry).map((leaf) => [leaf.field, leaf.value])),
  )
}

/** A list of plain values, which is displayed as one value. */
function isPlainList(value: object): boolean {
  return Array.isArray(value) && !value.some((part) => isNested(part))
}

function partText(field: string, part: unknown): string {
  return isDateLike(field, part) ? formatDateTime(part) : formatText(part)
}
