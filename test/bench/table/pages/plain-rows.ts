/**
 * Searching and sorting for peers that leave both to the caller: plain JavaScript as their documentation
 * writes it, comparing with `<`, which is faster than a person's order.
 */
import { valueIn } from '#test/bench/table/pages/cells.ts'
import type { Sheet } from '#test/bench/table/pages/contender.ts'

/** What is typed into a filter, in lower case; nothing is typed where the text is empty. */
export interface TypedFilter {
  readonly column: string
  readonly text: string
}

export interface WantedOrder {
  /** Empty for the order in which the rows came. */
  readonly column: string
  readonly descending: boolean
}

/** @param search in lower case */
export function matching(
  { rows, columns }: Sheet,
  search: string,
  { column, text }: TypedFilter,
): readonly object[] {
  if (search === '' && text === '') return rows
  const contains = (row: object, id: string, wanted: string): boolean =>
    String(valueIn(row, id)).toLowerCase().includes(wanted)
  return rows.filter(
    (row) =>
      (text === '' || contains(row, column, text)) &&
      (search === '' || columns.some(({ id }) => contains(row, id, search))),
  )
}

export function sortedBy(
  rows: readonly object[],
  { column, descending }: WantedOrder,
): readonly object[] {
  if (column === '') return rows
  const sign = descending ? -1 : 1
  return rows.toSorted((one, other) => {
    const [a, b] = [valueIn(one, column) ?? '', valueIn(other, column) ?? '']
    return a < b ? -sign : a > b ? sign : 0
  })
}
