/** Records from the floor, each read into one shape whatever the mobile app called its fields. */
import type { Row } from '#contract/collections.ts'
import { erpOutcome, readErpResponse, type ErpOutcome } from '#contract/records/erp-response.ts'
import { timeOf } from '#console/rows/formats.ts'
import { objectsIn } from '#console/rows/nested.ts'
import { usernameOf } from '#console/rows/username.ts'
import { walk, type Work } from '#console/rows/work.ts'

/** What the three report lists show of a record. */
export interface Report {
  readonly id: string | number | null
  readonly username: string | null
  readonly bin_name: string | null
  readonly outcome: ErpOutcome
  readonly inventory_id: string | number | null
  readonly bin_id: string | number | null
  readonly created_at: string | null
  readonly updated_at: string | null
  readonly record: Row
}

/** Reads records, newest first. `binName` says where the report keeps the name of its bin. */
export function* readReports(
  records: readonly Row[],
  binName: 'own' | 'first-entry',
): Work<readonly Report[]> {
  const read: Report[] = []
  yield* walk(records, (record) =>
    read.push({
      id: scalar(record['id']),
      username: usernameOf(record),
      bin_name: text(binName === 'own' ? record['bin_name'] : firstEntry(record)),
      outcome: outcomeOf(record),
      inventory_id: scalar(record['inventory_id']),
      bin_id: scalar(record['bin_id']),
      created_at: text(record['created_at']),
      updated_at: text(record['updated_at']),
      record,
    }),
  )
  return yield* newestFirst(read)
}

/** What the ERP said to a record; the record's own flag decides where it has one. */
export function outcomeOf(record: Row): ErpOutcome {
  return erpOutcome(
    readErpResponse(record['netsuite_response']),
    record['netsuite_acknowledgement_success'],
  )
}

/** Sorted by `created_at`, newest first; what has no time comes last. */
export function* newestFirst<R extends { readonly created_at: string | null }>(
  rows: readonly R[],
): Work<R[]> {
  const timed: { readonly row: R; readonly at: number }[] = []
  yield* walk(rows, (row) =>
    timed.push({ row, at: timeOf(row.created_at) ?? Number.NEGATIVE_INFINITY }),
  )
  return timed.sort((a, b) => b.at - a.at || 0).map(({ row }) => row)
}

function firstEntry(record: Row): unknown {
  const [first] = objectsIn(record['bin_data'])
  return first?.['binName'] ?? first?.['bin_name']
}

function scalar(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

function text(value: unknown): string | null {
  const plain = scalar(value)
  return plain === null ? null : String(plain)
}
