/** One refresh, from the delta to what is shown: with what is known of the list before, and without. */
import type { Row } from '#contract/collections.ts'
import type { Delta } from '#contract/sync/changes.ts'
import { createSum } from '#contract/sync/checksum.ts'
import { applyDelta, rememberSum } from '#console/data/api/merge.ts'
import type { MeasuredList } from '#test/bench/changes/lists.ts'

/** What is measured: the delta merged, what a screen shows made, and both without anything known. */
export const STEPS = ['merged', 'shown', 'merged, first', 'shown, first'] as const
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
  const before = await timed(() => list.show(known))
  const first = await timed(() => applyDelta(collection, known, delta, signal))
  rememberSum(known, sumOf(known))
  const merged = await timed(() => applyDelta(collection, known, delta, signal))
  const { value } = merged
  if (value === null) throw new Error('the changes do not fit')
  const after = await timed(() => list.show(value, before.value))
  return {
    merged: merged.ms,
    shown: after.ms,
    'merged, first': first.ms,
    'shown, first': before.ms,
  }
}

const { signal } = new AbortController()

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
  work: () => T | Promise<T>,
): Promise<{ readonly value: T; readonly ms: number }> {
  const before = process.cpuUsage()
  const value = await work()
  const { user, system } = process.cpuUsage(before)
  return { value, ms: (user + system) / 1_000 }
}
