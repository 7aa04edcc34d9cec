/**
 * Merges received rows with existing ones: unchanged rows stay the same objects
 * (decisions/console/collections.md).
 */
import type { Delta } from '#contract/changes.ts'
import { createSum } from '#contract/checksum.ts'
import { rowKey, type CollectionName, type Row } from '#contract/collections.ts'
import { forEachChunked } from '#console/data/api/run-chunked.ts'

/** Checksums of known row lists: summing a long list costs more than the rest of its refresh. */
const sums = new WeakMap<readonly Row[], string>()

/**
 * The rows after a delta, or null if they differ from the server's rows because a change was
 * missed, duplicated or altered.
 */
export async function applyDelta(
  name: CollectionName,
  rows: readonly Row[],
  delta: Delta,
  signal: AbortSignal,
): Promise<readonly Row[] | null> {
  const given = new Map(delta.data.map((row) => [rowKey(name, row), row]))
  const deleted = new Set<string | null>(delta.deleted)
  const merged: Row[] = []
  const sum = createSum(sums.get(rows) ?? (await sumOf(rows, signal)))
  await forEachChunked(rows, signal, (row) => {
    const key = rowKey(name, row)
    if (deleted.has(key)) {
      sum.add(row)
      return
    }
    const fresh = given.get(key)
    given.delete(key)
    if (fresh === undefined || isSame(row, fresh)) {
      merged.push(row)
      return
    }
    sum.add(row)
    sum.add(fresh)
    merged.push(fresh)
  })
  await forEachChunked([...given.values()], signal, (row) => {
    merged.push(row)
    sum.add(row)
  })
  if (merged.length !== delta.count || sum.text() !== delta.sum) return null
  const after = isSameList(rows, merged) ? rows : merged
  sums.set(after, delta.sum)
  return after
}

async function sumOf(rows: readonly Row[], signal: AbortSignal): Promise<string> {
  const sum = createSum()
  await forEachChunked(rows, signal, sum.add)
  return sum.text()
}

/** A complete answer in which each unchanged row is replaced by the existing object. */
export async function reuseUnchangedRows(
  name: CollectionName,
  rows: readonly Row[],
  fresh: readonly Row[],
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const kept: Row[] = []
  let others = false
  await forEachChunked(fresh, signal, (row) => {
    const beside = rows[kept.length]
    const isBeside = beside !== undefined && isSame(beside, row)
    others ||= !isBeside
    kept.push(isBeside ? beside : row)
  })
  if (!others) return isSameList(rows, kept) ? rows : kept
  const byKey = new Map<string, Row>()
  await forEachChunked(rows, signal, (row) => {
    const key = rowKey(name, row)
    if (key !== null) byKey.set(key, row)
  })
  const found: Row[] = []
  await forEachChunked(kept, signal, (row) => {
    const known = row === rows[found.length] ? row : byKey.get(rowKey(name, row) ?? '')
    found.push(known !== undefined && isSame(known, row) ? known : row)
  })
  return isSameList(rows, found) ? rows : found
}

function isSameList(rows: readonly Row[], others: readonly Row[]): boolean {
  return rows.length === others.length && rows.every((row, place) => row === others[place])
}

/** Deep equality of two values parsed from JSON. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const left = one as Row
  const right = other as Row
  const fields = Object.keys(left)
  if (fields.length !== Object.keys(right).length) return false
  return fields.every((field) => Object.hasOwn(right, field) && isSame(left[field], right[field]))
}
