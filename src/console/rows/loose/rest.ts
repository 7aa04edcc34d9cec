/** The parts of a record that no column of its own shows (decisions/console/reading-records.md). */
import type { Row } from '#contract/collections.ts'
import { plainName } from '#contract/records/plain-name.ts'
import { fieldOf, isFilled, textOf } from '#console/rows/loose/loose.ts'

/** Groups of synonyms; of several fields of a group, one is read. */
export type Groups = readonly (readonly string[])[]

/** The fields of a row that belong to no group. */
export function restOf(row: Row, groups: Groups): Row {
  const names = groupsByName(groups)
  return without(row, (field) => names.has(plainName(field)))
}

/** The same, plus fields of a group that were not read and say something different. */
export function unreadIn(row: Row, groups: Groups): Row {
  const names = groupsByName(groups)
  return without(row, (field) => {
    const group = names.get(plainName(field))
    if (!group) return false
    const read = isFilled(row[field]) ? fieldOf(row, group) : field
    return read === null || read === field || textOf(row[read]) === textOf(row[field])
  })
}

/** A row without some of its fields. */
export function without(row: Row, isLeftOut: (field: string) => boolean): Row {
  const left: Row = {}
  for (const field of Object.keys(row)) if (!isLeftOut(field)) define(left, field, row[field])
  return left
}

/**
 * An inner row merged with the row around it; if both have a field, the outer one is prefixed with
 * its origin.
 */
export function withOuter(inner: Row, outer: Row, from: string): Row {
  if (Object.keys(outer).length === 0) return inner
  const all: Row = {}
  for (const [field, value] of Object.entries(outer)) {
    const isTaken = Object.hasOwn(inner, field) && isFilled(inner[field])
    if (!isTaken) define(all, field, value)
    else if (isFilled(value) && textOf(value) !== textOf(inner[field]))
      define(all, `${from}_${field}`, value)
  }
  for (const [field, value] of Object.entries(inner))
    if (isFilled(value) || !Object.hasOwn(all, field)) define(all, field, value)
  return all
}

const byName = new WeakMap<Groups, ReadonlyMap<string, readonly string[]>>()

function groupsByName(groups: Groups): ReadonlyMap<string, readonly string[]> {
  const known = byName.get(groups)
  if (known) return known
  const names = new Map(
    groups.flatMap((group) => group.map((name) => [plainName(name), group] as const)),
  )
  byName.set(groups, names)
  return names
}

/** `__proto__` may be a field too; using `defineProperty` for every field would be much slower. */
function define(row: Row, field: string, value: unknown): void {
  if (field !== '__proto__') row[field] = value
  else
    Object.defineProperty(row, field, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    })
}
