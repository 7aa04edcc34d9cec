/** The parts of an index, and those of the index of a list that was made from its list. */
import { columnIndexOf, type ColumnIndex } from '#console/data/engine/column-index.ts'
import { rowChange } from '#console/data/engine/row-change.ts'
import { searchTextOf, type SearchText } from '#console/data/engine/search-text.ts'
import type { Field, NextList } from '#console/data/engine/types.ts'

export interface IndexParts<R> {
  readonly rows: readonly R[]
  readonly fields: readonly Field<R>[]
  readonly text: SearchText
  /** The columns that were asked for, by their ids. */
  readonly columns: Map<string, ColumnIndex>
}

/** The parts over a list of its own. */
export function partsOver<R>(rows: readonly R[], fields: readonly Field<R>[]): IndexParts<R> {
  return { rows, fields, text: searchTextOf(rows, fields), columns: new Map() }
}

/** The parts over the next list. What was built of the known ones is carried over when it is first needed. */
export function nextParts<R extends object>(
  known: IndexParts<R>,
  { rows, fields, derivation, same }: NextList<R>,
): IndexParts<R> {
  const change = rowChange(rows, known.rows, derivation)
  if (change === null) return partsOver(rows, fields)
  const columns = new Map<string, ColumnIndex>()
  for (const field of fields) {
    const built = same.has(field.id) && known.columns.get(field.id)?.built()
    if (built) columns.set(field.id, columnIndexOf(rows, field, { built, change }))
  }
  const written = areSame(fields, known.fields, same) ? known.text.written() : undefined
  const text = searchTextOf(rows, fields, written && { written, change })
  return { rows, fields, text, columns }
}

function areSame<R>(
  fields: readonly Field<R>[],
  others: readonly Field<R>[],
  same: ReadonlySet<string>,
): boolean {
  if (fields.length !== others.length) return false
  return fields.every(({ id }, nth) => id === others[nth]?.id && same.has(id))
}
