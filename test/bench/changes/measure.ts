/** One refresh, from the delta to the index: with what is known of the list before, and without. */
import type { Row } from '#contract/collections.ts'
import type { Delta } from '#contract/sync/changes.ts'
import { createSum } from '#contract/sync/checksum.ts'
import { applyDelta, rememberSum } from '#console/data/api/merge.ts'
import { runSync } from '#console/rows/chunked-task.ts'
import type { ShapedTable } from '#console/table/shaped-table.ts'
import type { MeasuredList } from '#test/bench/changes/lists.ts'

/** What is measured: the delta merged, the table made and indexed, and both without anything known. */
export const STEPS = ['merged', 'indexed', 'merged, first', 'indexed, first'] as const
export type Cost = Record<(typeof STEPS)[number], number>

/** Measures a refresh in which some rows change. */
export async function measureChange(
  list: MeasuredList,
  rows: readonly Row[],
  changed: number,
): Promise<Cost> {
  const { collection } = list
  const known: readonly Row[] = rows.map((row) => ({ ...row }))
  const delta = deltaOf(list, known, changed)
  const before = await timed(() => indexed(list, known))
  const first = await timed(() => applyDelta(collection, known, delta, signal))
  rememberSum(known, sumOf(known))
  const merged = await timed(() => applyDelta(collection, known, delta, signal))
  const { value } = merged
  if (value === null) throw new Error('the changes do not fit')
  const after = await timed(() => indexed(list, value, before.value))
  return {
    merged: merged.ms,
    indexed: after.ms,
    'merged, first': first.ms,
    'indexed, first': before.ms,
  }
}

const { signal } = new AbortController()

async function indexed(
  { screen, views }: MeasuredList,
  rows: readonly Row[],
  before?: ShapedTable,
): Promise<ShapedTable> {
  const table = runSync(screen.tableAhead(rows, before))
  for (const view of views) runSync(table.index.ahead(view))
  return table
}

/** Our server's answer when rows throughout the list have another quantity. */
function deltaOf({ changed: field }: MeasuredList, rows: readonly Row[], changed: number): Delta {
  const every = Math.floor(rows.length / changed)
  const data: Row[] = []
  const sum = createSum()
  for (const [nth, row] of rows.entries()) {
    const isChanged = nth % every === 0 && data.length < changed
    const now = isChanged ? { ...row, [field]: Number(row[field]) + 1 } : row
    if (isChanged) data.push(now)
    sum.add(now)
  }
  const facts = { mode: 'delta', from: 1, seq: 2, epoch: 'bench' } as const
  return { ...facts, data, deleted: [], count: rows.length, sum: sum.text() }
}

function sumOf(rows: readonly Row[]): string {
  const sum = createSum()
  for (const row of rows) sum.add(row)
  return sum.text()
}

/** Measures processor time, because other programs take the clock's. */
async function timed<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly ms: number }> {
  const before = process.cpuUsage()
  const value = await work()
  const { user, system } = process.cpuUsage(before)
  return { value, ms: (user + system) / 1_000 }
}
