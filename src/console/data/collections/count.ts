/** The number on a dashboard card, counted once per list (specification.md section 3). */
import { countRecords, createCount } from '#contract/row-identity.ts'
import type { CollectionName, Row } from '#contract/collections.ts'
import type { ListName } from '#contract/lists.ts'
import { isSideListName } from '#contract/side-lists.ts'
import { forEachChunked } from '#console/data/api/run-chunked.ts'

const counts = new WeakMap<readonly Row[], number>()

/** How many records these rows are. */
export function countRows(name: CollectionName, rows: readonly Row[]): number {
  const known = counts.get(rows)
  if (known !== undefined) return known
  const count = countRecords(name, rows)
  counts.set(rows, count)
  return count
}

/** Counts in advance, because counting a long list on demand would block its caller. Side lists have no card. */
export async function prepareCount(
  name: ListName,
  rows: readonly Row[],
  signal?: AbortSignal,
): Promise<void> {
  if (isSideListName(name) || counts.has(rows)) return
  const count = createCount(name)
  await forEachChunked(rows, signal, count.add)
  counts.set(rows, count.total())
}
