/** A refresh of rows that are there: what changed is asked for, merged and written to the device. */
import { readConfig } from '#contract/config.ts'
import { applyConfig } from '#console/data/api/config.ts'
import { fetchCollection, type Snapshot } from '#console/data/api/fetch-collection.ts'
import { rememberSum } from '#console/data/api/merge.ts'
import { createSum } from '#contract/sync/checksum.ts'
import { storeSnapshot } from '#console/data/device/store-snapshots.ts'
import { keepAsText } from '#test/bench/table/pages/arrival.ts'
import type { Row } from '#contract/collections.ts'

/** Another list than the one whose start is measured: what is written here lengthens that. */
const NAME = 'bins'

let known: Snapshot
let fresh: Snapshot

/** Rows as a page has them that showed them a while ago: with their checksum. */
export async function prepareRefresh(rows: readonly Row[], epoch: string): Promise<void> {
  // Without this offer of the server the console asks for the whole list.
  applyConfig({ ...readConfig(null), offers: ['deltas'] })
  const sum = createSum()
  for (const row of rows) sum.add(row)
  rememberSum(rows, sum.text())
  known = {
    rows,
    etag: '"old"',
    cursor: { since: 1, epoch },
    asOf: null,
    fetchedAt: Date.now(),
  }
  await storeSnapshot(NAME, known, () => true)
}

/** Asks what changed. @param etag of the list that is here; the server's own where nothing changed */
export async function refresh(etag: string): Promise<void> {
  const { signal } = new AbortController()
  fresh = await fetchCollection(NAME, { ...known, etag }, { urgency: 'visible', signal })
}

/** The time until the refreshed rows are stored on the device, in ms. */
export async function keepRefreshed(): Promise<number> {
  if (fresh.rows === known.rows) throw new Error('nothing changed')
  const start = performance.now()
  await storeSnapshot(NAME, fresh, () => true)
  return performance.now() - start
}

/** The same for all of them as one text. */
export async function keepRefreshedAsText(): Promise<number> {
  const start = performance.now()
  await keepAsText(NAME, fresh.rows)
  return performance.now() - start
}

/** The usual way: a full fetch. @returns the number of rows */
export async function fetchAll(path: string): Promise<number> {
  const answer = await fetch(path)
  const rows: unknown = await answer.json()
  return Array.isArray(rows) ? rows.length : 0
}
