/** A filter in words, for its chip. */
import { tableTexts } from '#contract/texts/table-texts.ts'
import type { ColumnFilter } from '#contract/views/list-search.ts'
import type { View } from '#console/data/engine/types.ts'
import { dayInWords } from '#console/rows/days.ts'

const VALUES_NAMED = 2

/** Such as `contains "main", 2 – 5, not empty`; a range of one day or number is written as that. */
export function filterInWords({ text, from, to, values, empty }: ColumnFilter): string {
  const words: string[] = []
  if (text !== undefined && text !== '') words.push(`contains "${text}"`)
  if (values !== undefined && values.length > 0) words.push(valuesInWords(values))
  if (from !== undefined && from === to) words.push(endInWords(from))
  else if (from !== undefined && to !== undefined)
    words.push(`${endInWords(from)} – ${endInWords(to)}`)
  else if (from !== undefined) words.push(`≥ ${endInWords(from)}`)
  else if (to !== undefined) words.push(`≤ ${endInWords(to)}`)
  if (empty !== undefined) words.push(empty ? 'empty' : 'not empty')
  return words.join(', ')
}

/** The view with a column's filter set or removed, at its first page. */
export function withFilter(view: View, id: string, filter: ColumnFilter | null): View {
  const others = view.filters.filter((each) => each.id !== id)
  const isAsking = filter !== null && filterInWords(filter) !== ''
  return { ...view, page: 0, filters: isAsking ? [...others, { ...filter, id }] : others }
}

function valuesInWords(values: readonly string[]): string {
  const named = values.slice(0, VALUES_NAMED).join(', ')
  const others = values.length - VALUES_NAMED
  return others > 0 ? tableTexts.andMore(named, others) : named
}

function endInWords(end: number | string): string {
  return typeof end === 'number' ? String(end) : dayInWords(end)
}
