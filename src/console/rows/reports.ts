/** Reads floor records into a single shape, whatever the mobile app called their fields. */
import type { Row } from '#contract/collections.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import type { ErpOutcome } from '#contract/records/erp-response.ts'
import { plainName } from '#contract/records/plain-name.ts'
import { USERNAME_FIELDS } from '#contract/records/reports.ts'
import { CREATED_FIELDS, UPDATED_FIELDS } from '#contract/records/server-fields.ts'
import {
  ANSWER_FIELDS,
  answerOf,
  type ErpAnswer,
  outcomeIn,
} from '#console/rows/loose/erp-answer.ts'
import { timeOf } from '#console/rows/formats.ts'
import { newestFirstFrom } from '#console/rows/carried/newest-first.ts'
import {
  entriesIn,
  idOf,
  isFilled,
  plainValueOf,
  textOf,
  valueOf,
} from '#console/rows/loose/loose.ts'
import { momentOf } from '#console/rows/loose/moment.ts'
import type { RecordLine, ReportKind } from '#console/rows/lines/record-line.ts'
import { ITEM_DATA, itemsInWords, linesOf, totalOf } from '#console/rows/lines/record-lines.ts'
import { restOf, without } from '#console/rows/loose/rest.ts'
import { usernameOf } from '#console/rows/loose/username.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'

/** What all four lists of floor records show. */
export interface FloorRecord {
  readonly id: string | number | null
  readonly username: string | null
  readonly outcome: ErpOutcome
  readonly answer: ErpAnswer | null
  /** ISO 8601 if it can be read as a time. */
  readonly created_at: string | null
  readonly updated_at: string | null
  /** The record as stored. */
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
  /** Its items, one line each. */
  readonly lines: readonly RecordLine[]
  /** 'ITEM-1', or 'ITEM-1 and 2 more'. */
  readonly item: string | null
  /** The sums over all lines; null where no line says. */
  readonly quantity: number | null
  readonly difference: number | null
  /** What the ERP said, of a record that it refused. */
  readonly reason: string | null
  /** The undeclared fields. */
  readonly rest: Row
}

const BIN_NAME = ['bin_name', 'bin_number', 'bin']
const ENTRY_NAME = [...BIN_NAME, 'name']
const ID = ['id', '_id', 'record_id']
const INVENTORY_ID = ['inventory_id']
const BIN_ID = ['bin_id', 'bin_internal_id']
const BIN_DATA = ['bin_data']
const BINS_DATA = ['bins_data']

/** The groups of synonyms that all four lists read. */
export const FLOOR_FIELDS = [ID, CREATED_FIELDS, UPDATED_FIELDS, ...ANSWER_FIELDS]
const KNOWN = [...FLOOR_FIELDS, BIN_NAME, INVENTORY_ID, BIN_ID, BIN_DATA, BINS_DATA, ITEM_DATA]

/** The lists that show reports, and the kind of each. */
export const REPORT_KINDS = {
  binCountRecords: 'count',
  binAdjustmentRecords: 'adjustment',
  binTransfer: 'transfer',
} as const satisfies Partial<Record<FloorCollection, ReportKind>>

/** Whether a list shows reports. */
export function isReported(list: string): list is keyof typeof REPORT_KINDS {
  return Object.hasOwn(REPORT_KINDS, list)
}

/** Reads records, newest first. Reports whose record did not change stay the same objects after a refresh. */
export function readReports(
  records: readonly Row[],
  kind: ReportKind,
): ChunkedTask<readonly Report[]> {
  return readers[kind](records)
}

const readers = {
  count: newestFirstFrom((record: Row) => readReport(record, 'count'), createdTimeOf),
  adjustment: newestFirstFrom((record: Row) => readReport(record, 'adjustment'), createdTimeOf),
  transfer: newestFirstFrom((record: Row) => readReport(record, 'transfer'), createdTimeOf),
}

function createdTimeOf({ created_at }: Pick<FloorRecord, 'created_at'>): number {
  return timeOf(created_at) ?? Number.NEGATIVE_INFINITY
}

/** Reads one record. A transfer is shown under its first bin (specification.md section 2). */
export function readReport(record: Row, kind: ReportKind): Report {
  const binData = entriesIn(valueOf(record, BIN_DATA))
  const binsData = entriesIn(valueOf(record, BINS_DATA))
  const entry = binData[0] ?? binsData[0] ?? {}
  const own = textOf(valueOf(record, BIN_NAME))
  const inEntry = textOf(valueOf(entry, ENTRY_NAME))
  const name = kind === 'transfer' ? (inEntry ?? own) : (own ?? inEntry)
  const { id, username, outcome, answer, created_at, updated_at } = readFloorRecord(record)
  const items = entriesIn(valueOf(record, ITEM_DATA))
  const { lines, fields } = linesOf(record, kind, { items, binData, binsData })
  const rest = withoutPerson(restOf(record, KNOWN), username)
  // Written out: objects that are spread into each other take twice the time over a long list.
  return {
    id,
    username,
    outcome,
    answer,
    created_at,
    updated_at,
    record,
    bin_name: name,
    inventory_id: idOf(valueOf(record, INVENTORY_ID)),
    bin_id: idOf(valueOf(record, BIN_ID)),
    binData,
    binsData,
    items,
    lines,
    item: itemsInWords(lines),
    quantity: totalOf(lines, 'quantity'),
    difference: totalOf(lines, 'difference'),
    reason: reasonOf({ outcome, answer }),
    rest: fields.length === 0 ? rest : without(rest, (field) => fields.includes(field)),
  }
}

/** The ERP's message of a refused record; null for any other. */
export function reasonOf({
  outcome,
  answer,
}: Pick<FloorRecord, 'outcome' | 'answer'>): string | null {
  if (outcome !== 'failed' || !answer) return null
  return answer.acknowledgment.message ?? answer.message
}

/**
 * Values of a record under synonyms of fields already read, such as a second bin name.
 * `other_bin_name` is then the record's own, and the name of its first entry is displayed.
 */
export function unshownSynonymsOf(report: Report): Row {
  const { record, id, bin_name, inventory_id, bin_id, created_at, updated_at } = report
  const shown = new Set([id, bin_name, inventory_id, bin_id, created_at, updated_at].map(String))
  const rest = restOf(record, SHOWN)
  const doubles = Object.entries(record).filter(
    ([field, value]: [string, unknown]) =>
      !Object.hasOwn(rest, field) && isFilled(value) && !shown.has(momentOf(value) ?? ''),
  )
  return Object.fromEntries(doubles.map(([field, value]) => [`other_${field}`, value]))
}

const SHOWN = [ID, BIN_NAME, INVENTORY_ID, BIN_ID, CREATED_FIELDS, UPDATED_FIELDS]

/** Removes repetitions of the person's name, and an empty field for it. */
export function withoutPerson(rest: Row, username: string | null): Row {
  return without(rest, (field) => PERSON.has(plainName(field)) && isSame(rest[field], username))
}

function isSame(value: unknown, username: string | null): boolean {
  return !isFilled(value) || String(plainValueOf(value) ?? username).trim() === username
}

const PERSON = new Set(USERNAME_FIELDS.map(plainName))

/** Reads the fields that all lists share. */
export function readFloorRecord(record: Row): FloorRecord {
  const answer = answerOf(record)
  return {
    id: idOf(valueOf(record, ID)),
    username: usernameOf(record),
    outcome: outcomeIn(record, answer),
    answer,
    created_at: createdAtOf(record),
    updated_at: momentOf(valueOf(record, UPDATED_FIELDS)),
    record,
  }
}

/** When a record was created, as ISO 8601 if it can be read as a time. */
export function createdAtOf(record: Row): string | null {
  return momentOf(valueOf(record, CREATED_FIELDS))
}

/** The ERP's answer to a record. */
export function outcomeOf(record: Row): ErpOutcome {
  return outcomeIn(record, answerOf(record))
}

/** Sorts by `created_at`, newest first; rows without a time come last. */
export function* newestFirst<R extends { readonly created_at: string | null }>(
  rows: readonly R[],
): ChunkedTask<R[]> {
  const timed: { readonly row: R; readonly at: number }[] = []
  yield* walk(rows, (row) => timed.push({ row, at: createdTimeOf(row) }))
  return timed.sort((a, b) => b.at - a.at || 0).map(({ row }) => row)
}
