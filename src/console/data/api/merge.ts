/**
 * Merges received rows with existing ones: unchanged rows stay the same objects
 * (decisions/console/collections.md).
 */
import type { Delta } from '#contract/sync/changes.ts'
import { createSum } from '#contract/sync/checksum.ts'
import type { Row } from '#contract/collections.ts'
import { listKey, type ListName } from '#contract/lists.ts'
import { mayHaveKey } from '#console/rows/key-finder.ts'
import { forEachChunked, runChunked } from '#console/data/api/run-chunked.ts'
import { walk } from '#console/rows/chunked-task.ts'
import { rememberDerivation } from '#console/rows/derivation.ts'

/** Checksums of known row lists: summing a long list costs more than the rest of its refresh. */
const sums = new WeakMap<readonly Row[], string>()

/** Remembers the checksum of rows that were compared with it, so that a refresh need not sum them. */
export function rememberSum(rows: readonly Row[], sum: string): void {
  sums.set(rows, sum)
}

/** The checksum of rows, if it is known without summing them. */
export function knownSum(rows: readonly Row[]): string | undefined {
  return sums.get(rows)
}

/**
 * The rows after a delta, or null if they differ from the server's rows because a change was
 * missed, duplicated or altered. A replaced row stays in its place, and new rows come last.
 */
export async function applyDelta(
  name: ListName,
  rows: readonly Row[],
  delta: Delta,
  signal: AbortSignal,
): Promise<readonly Row[] | null> {
  const sum = createSum(await sumOf(rows, signal))
  const { fresh, removed, added } = await changesIn(name, rows, delta, signal)
  for (const [place, row] of fresh) {
    sum.add(rowAt(rows, place))
    sum.add(row)
  }
  for (const place of removed) sum.add(rowAt(rows, place))
  await forEachChunked(added, signal, sum.add)
  const count = rows.length - removed.length + added.length
  if (count !== delta.count || sum.text() !== delta.sum) return null
  if (fresh.size + removed.length + added.length === 0) return rows
  const after = rows.slice()
  for (const [place, row] of fresh) after[place] = row
  closeUp(after, removed)
  for (const row of added) after.push(row)
  rememberSum(after, delta.sum)
  const replaced = [...fresh.keys()]
  rememberDerivation(after, { from: rows, replaced, removed, added: added.length })
  return after
}

async function sumOf(rows: readonly Row[], signal: AbortSignal): Promise<string> {
  const known = knownSum(rows)
  if (known !== undefined) return known
  const sum = createSum()
  await forEachChunked(rows, signal, sum.add)
  rememberSum(rows, sum.text())
  return sum.text()
}

interface Changes {
  /** The rows that replace others, by the places of those. */
  readonly fresh: ReadonlyMap<number, Row>
  /** The places of the rows that are gone. */
  readonly removed: readonly number[]
  readonly added: readonly Row[]
}

async function changesIn(
  name: ListName,
  rows: readonly Row[],
  delta: Delta,
  signal: AbortSignal,
): Promise<Changes> {
  const given = new Map(delta.data.map((row) => [listKey(name, row), row]))
  const deleted = new Set<string | null>(delta.deleted)
  const isCandidate = mayHaveKey(name, [...given.keys(), ...deleted])
  const fresh = new Map<number, Row>()
  const removed: number[] = []
  const look = (row: Row, place: number): void => {
    if (!isCandidate(row)) return
    const key = listKey(name, row)
    if (deleted.has(key)) {
      removed.push(place)
      return
    }
    const found = given.get(key)
    given.delete(key)
    if (found !== undefined && !isSame(row, found)) fresh.set(place, found)
  }
  if (given.size + deleted.size > 0) await runChunked(walk(rows, look), signal)
  return { fresh, removed, added: [...given.values()] }
}

/** Takes out the rows at some places, which are ascending. */
function closeUp(rows: Row[], places: readonly number[]): void {
  const [first] = places
  if (first === undefined) return
  let to = first
  let nth = 0
  for (let place = first; place < rows.length; place += 1) {
    if (place === places[nth]) nth += 1
    else {
      rows[to] = rowAt(rows, place)
      to += 1
    }
  }
  rows.length = to
}

function rowAt(rows: readonly Row[], place: number): Row {
  const row = rows[place]
  if (row === undefined) throw new RangeError(`There is no row ${String(place)}.`)
  return row
}

/** A complete answer in which each unchanged row is replaced by the existing object. */
export async function reuseUnchangedRows(
  name: ListName,
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
    const key = listKey(name, row)
    if (key !== null) byKey.set(key, row)
  })
  const found: Row[] = []
  await forEachChunked(kept, signal, (row) => {
    const known = row === rows[found.length] ? row : byKey.get(listKey(name, row) ?? '')
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
