/** What a run reads: everything, or what has changed since the last run (erp.md section 6). */
import { createHash } from 'node:crypto'
import type { PulledList } from '#contract/lists.ts'
import { beginReading } from '#server/db/mirror/staging.ts'
import type { Database } from '#server/db/database.ts'
import { changesCompleteUntil } from '#server/db/mirror/pull-marks.ts'
import type { Run } from '#server/db/mirror/runs.ts'
import type { Reading } from '#server/db/schema/runs.ts'
import type { ErpFaultKind } from '#server/erp/transport/fault.ts'
import type { Reader, ReadPage } from '#server/erp/pull/read.ts'
import { pageQuery, type Source } from '#server/erp/pull/source.ts'

/** Clocks may differ by five minutes, and a change that is being saved is not visible at once. */
const OVERLAP_MS = 15 * 60_000

/** After this fault everything is read, because the column with the time of change may be gone. */
const QUERY_FAULT: ErpFaultKind = 'query'

/** Identifies a query, so that the rows of another query are not mistaken for its rows. */
export function queryName({ query }: Source): string {
  return createHash('sha256').update(pageQuery(query, null)).digest('base64url').slice(0, 22)
}

/**
 * What a run reads, decided before its first page. A resumed run reads what it began with.
 * @param readAt from when on the ERP is asked
 * @throws ErpFault, RunLost
 */
export async function planPull(
  db: Database,
  collection: PulledList,
  run: Run,
  source: Source,
  reader: Reader,
  readAt: number,
): Promise<Reading> {
  const query = queryName(source)
  if (run.cursor) return run.reading ?? { since: null, query, latest: null, isUndated: true }
  const { showsNamesOf = [] } = source
  const wanted = { query, showsNamesOf, queryFault: QUERY_FAULT }
  const mark =
    source.changedAt === null ? null : await changesCompleteUntil(db, collection, wanted, readAt)
  const since = mark && new Date(Date.parse(mark.changedUntil) - OVERLAP_MS).toISOString()
  const changes = since === null ? null : await reader.changes(since)
  const { renamed = [], touched = [] } = changes ?? {}
  const reading: Reading = changes
    ? { since, renamed, query, latest: mark?.changedUntil ?? null, isUndated: false }
    : { since: null, query, latest: null, isUndated: source.changedAt === null }
  await beginReading(db, run.id, reading, touched, readAt)
  return reading
}

/** The plan after one more page. */
export function advancePlan(reading: Reading, { latest, isUndated, without }: ReadPage): Reading {
  const known = reading.latest
  const missing = [...new Set([...(reading.without ?? []), ...without])]
  return {
    ...reading,
    latest: latest !== null && (known === null || latest > known) ? latest : known,
    isUndated: reading.isUndated || isUndated,
    ...(missing.length > 0 && { without: missing }),
  }
}
