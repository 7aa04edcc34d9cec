/**
 * All balances of some items. An answer may end early, so a balance counts as gone only if a second reading lacks it
 * too (decisions/server/bin-stock.md).
 */
import type { Row } from '#contract/collections.ts'
import { listKey } from '#contract/lists.ts'
import type { Reader, ReadPage } from '#server/erp/pull/read.ts'

export interface Balances {
  /** The items whose balances are all here. The others must be read again. */
  readonly done: readonly string[]
  /** The balances of these items. */
  readonly rows: readonly Row[]
}

/**
 * Reads once what is as known, and what would lose balances a second time.
 * @param reader of the balances of these items only
 * @param known the keys of the balances that the mirror has of these items
 * @throws ErpFault, RangeError if a balance cannot be read
 */
export async function readBalances(
  reader: Pick<Reader, 'page'>,
  items: readonly string[],
  known: readonly string[],
): Promise<Balances> {
  const first = await readOnce(reader, items, known)
  const losing = new Set(missingFrom(first.rows, known).map(itemOf))
  if (!first.done.some((item) => losing.has(item))) return first
  const second = await readOnce(reader, items, first.rows.map(keyOf))
  const isSure = (item: string): boolean =>
    !losing.has(item) ||
    (second.done.includes(item) && keysOf(first, item) === keysOf(second, item))
  return only(first.done.filter(isSure), first.rows)
}

/**
 * Balances come by item, so that only the last item of a page may lack some.
 * @param expected the keys without which the end is confirmed by asking for what comes after it
 */
async function readOnce(
  reader: Pick<Reader, 'page'>,
  items: readonly string[],
  expected: readonly string[],
): Promise<Balances> {
  const rows: Row[] = []
  for (let after: readonly string[] | null = null; ;) {
    const page: ReadPage = await reader.page(after)
    rows.push(...readRows(page))
    const last = page.cursor?.[0]
    if (last === undefined) return { done: items, rows }
    if (page.hasMore) {
      const before = BigInt(last)
      const done = items.filter((id) => BigInt(id) < before)
      if (done.length > 0) return only(done, rows)
    } else if (missingFrom(rows, expected).length === 0) return { done: items, rows }
    after = page.cursor
  }
}

/** A row that cannot be read would look like a balance that is gone, so nothing is replaced then. */
function readRows({ rows, refused }: ReadPage): Row[] {
  const [first] = refused
  if (first) throw new RangeError(`a balance could not be read: ${first.row}: ${first.reason}`)
  return rows.map(({ body }) => JSON.parse(body) as Row)
}

function only(items: readonly string[], rows: readonly Row[]): Balances {
  const wanted = new Set(items)
  return { done: items, rows: rows.filter((row) => wanted.has(itemOf(keyOf(row)))) }
}

function missingFrom(rows: readonly Row[], keys: readonly string[]): string[] {
  const here = new Set(rows.map(keyOf))
  return keys.filter((key) => !here.has(key))
}

function keysOf({ rows }: Balances, item: string): string {
  const keys = rows.map(keyOf).filter((key) => itemOf(key) === item)
  return keys.toSorted().join()
}

const keyOf = (row: Row): string => listKey('binStock', row) ?? ''

/** The first part of a key. */
const itemOf = (key: string): string => key.split('|')[0] ?? ''
