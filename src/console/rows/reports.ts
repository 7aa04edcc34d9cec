/** Records from the floor, each read into one shape whatever the mobile app called its fields. */
import type { Row } from '#contract/collections.ts'
import type { ErpOutcome } from '#contract/records/erp-response.ts'
import { ANSWER_FIELDS, answerOf, type ErpAnswer, outcomeIn } from '#console/rows/erp-answer.ts'
import { timeOf } from '#console/rows/formats.ts'
import {
  entriesIn,
  isFilled,
  otherFields,
  plainName,
  scalarOf,
  valueOf,
} from '#console/rows/loose.ts'
import { USERNAME_FIELDS } from '#contract/records/reports.ts'
import { usernameOf } from '#console/rows/username.ts'
import { walk, type Work } from '#console/rows/work.ts'

/** What every list of records from the floor has of a record. */
export interface FloorRecord {
  readonly id: string | number | null
  readonly username: string | null
  readonly outcome: ErpOutcome
  readonly answer: ErpAnswer | null
  /** ISO 8601 where it can be read as a time. */
  readonly created_at: string | null
  readonly updated_at: string | null
  /** As it was stored. */
  readonly record: Row
}

/** What the three report lists show of a record. */
export interface Report extends FloorRecord {
  readonly bin_name: string | null
  readonly inventory_id: string | number | null
  readonly bin_id: string | number | null
  readonly binData: readonly Row[]
  readonly binsData: readonly Row[]
  readonly items: readonly Row[]
  /** The fields that nobody announced. */
  readonly rest: Row
}

const BIN_NAME = ['bin_name', 'bin_number', 'bin']
const ENTRY_NAME = [...BIN_NAME, 'name']
const CREATED = ['created_at', 'created_on', 'created_time']
const UPDATED = ['updated_at', 'updated_on', 'updated_time']
const ID = ['id', '_id', 'record_id']
const INVENTORY_ID = ['inventory_id']
const BIN_ID = ['bin_id', 'bin_internal_id']
const BIN_DATA = ['bin_data']
const BINS_DATA = ['bins_data']
/** Where the items of a record or of a bin stand. */
export const ITEM_DATA = ['item_data', 'items']

const KNOWN = [
  ...[ID, BIN_NAME, CREATED, UPDATED, INVENTORY_ID, BIN_ID, BIN_DATA, BINS_DATA, ITEM_DATA].flat(),
  ...ANSWER_FIELDS,
]

/** Reads records, newest first. `binName` says where the report keeps the name of its bin. */
export function* readReports(
  records: readonly Row[],
  binName: 'own' | 'first-entry',
): Work<readonly Report[]> {
  const read: Report[] = []
  yield* walk(records, (record) => read.push(readReport(record, binName)))
  return yield* newestFirst(read)
}

function readReport(record: Row, binName: 'own' | 'first-entry'): Report {
  const binData = entriesIn(valueOf(record, BIN_DATA))
  const binsData = entriesIn(valueOf(record, BINS_DATA))
  const entry = binData[0] ?? binsData[0] ?? {}
  const own = valueOf(record, BIN_NAME)
  const inEntry = valueOf(entry, ENTRY_NAME)
  const name = binName === 'own' ? (own ?? inEntry) : (inEntry ?? own)
  const shared = readFloorRecord(record)
  return {
    ...shared,
    bin_name: textOf(name),
    inventory_id: scalarOf(valueOf(record, INVENTORY_ID)),
    bin_id: scalarOf(valueOf(record, BIN_ID)),
    binData,
    binsData,
    items: entriesIn(valueOf(record, ITEM_DATA)),
    rest: restOf(record, shared.username),
  }
}

/** The name of the person is not shown twice. */
function restOf(record: Row, username: string | null): Row {
  const fields = otherFields(record, KNOWN).filter(
    (field) => !PERSON.has(plainName(field)) || String(scalarOf(record[field])) !== username,
  )
  return Object.fromEntries(fields.map((field) => [field, record[field]]))
}

const PERSON = new Set(USERNAME_FIELDS.map(plainName))

/** What the lists have in common of a record. */
export function readFloorRecord(record: Row): FloorRecord {
  const answer = answerOf(record)
  return {
    id: scalarOf(valueOf(record, ID)),
    username: usernameOf(record),
    outcome: outcomeIn(record, answer),
    answer,
    created_at: momentOf(valueOf(record, CREATED)),
    updated_at: momentOf(valueOf(record, UPDATED)),
    record,
  }
}

/** What the ERP said to a record. */
export function outcomeOf(record: Row): ErpOutcome {
  return outcomeIn(record, answerOf(record))
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

const SECONDS_DIGITS = 10
const MILLISECONDS_DIGITS = 13

/** A time as a text; seconds and milliseconds since 1970 become one. */
function momentOf(value: unknown): string | null {
  const text = textOf(value)
  if (text === null || !/^\d+$/.test(text)) return text
  const factor = { [SECONDS_DIGITS]: 1_000, [MILLISECONDS_DIGITS]: 1 }[text.length]
  return factor === undefined ? text : new Date(Number(text) * factor).toISOString()
}

function textOf(value: unknown): string | null {
  const plain = isFilled(value) ? scalarOf(value) : null
  return plain === null ? null : String(plain)
}
