/** Exceptions grouped by their cause, the cause with the newest failure first. */
import type { CauseId } from '#contract/causes/causes.ts'
import { PICTURED_DAYS } from '#contract/constants.ts'
import { UNANSWERED_AFTER_MS } from '#contract/records/exceptions.ts'
import { dayOf } from '#console/rows/days.ts'
import { startOfDay } from '#console/rows/formats.ts'
import type { FoundExceptions } from '#console/rows/exceptions/find-exceptions.ts'
import type { ExceptionRecord } from '#console/rows/exceptions/read-exception.ts'

/** All exceptions with one cause. */
export interface CauseGroup {
  readonly cause: CauseId
  /** The newest first; those without a time come last. */
  readonly records: readonly ExceptionRecord[]
  /** The first and the last failure, in ms; null if no record says. */
  readonly firstAt: number | null
  readonly lastAt: number | null
  /** Whether records failed after the last retry began; without a retry, within the last hour. */
  readonly isStillComing: boolean
  /** Whether nothing of the same kinds has succeeded since the first failure, as when a setting is wrong. */
  readonly looksLikeSettings: boolean
  /** How many first failed on each of the last 14 days of the device, the oldest first. */
  readonly days: readonly number[]
}

export interface Exceptions {
  readonly groups: readonly CauseGroup[]
  /** How many exceptions there are. */
  readonly total: number
  /** The last failure, and how many records succeeded today. */
  readonly lastAt: number | null
  readonly succeededToday: number
}

export interface GroupingOptions {
  /** In ms by the server's clock. */
  readonly now: number
  /** Whether the server books adjustments and transfers, so that their answer can be overdue. */
  readonly isBooking: boolean
  /** When the last retry of each cause began, in ms. */
  readonly retriedAt?: ReadonlyMap<string, number>
  /** When a record first failed, in ms, if the server knows; the record has only its last answer. */
  readonly firstFailedAt?: ((key: string) => number | undefined) | undefined
}

const STILL_COMING_MS = 3_600_000
/** As many failures without a success are no accident. */
const SETTINGS_MIN = 3
const BOOKED: ReadonlySet<string> = new Set(['binAdjustmentRecords', 'binTransfer'])

/** Groups the exceptions of all collections and of the syncs. */
export function groupExceptions(
  found: readonly FoundExceptions[],
  syncs: readonly ExceptionRecord[],
  options: GroupingOptions,
): Exceptions {
  const byCause = new Map<CauseId, Map<string, ExceptionRecord>>()
  let nameless = 0
  const add = (record: ExceptionRecord): void => {
    const group = byCause.get(record.cause) ?? new Map<string, ExceptionRecord>()
    byCause.set(record.cause, group)
    // Records without an id are kept apart, and a record that a server lists twice counts once.
    const key = record.id === '' ? `${record.key}#${String((nameless += 1))}` : record.key
    if (!group.has(key)) group.set(key, record)
  }
  for (const { records } of found)
    for (const record of records.values()) if (isException(record, options)) add(record)
  for (const record of syncs) add(record)

  const starts = dayStarts(options.now)
  const lastSuccess = new Map(found.map((one) => [one.collection, latest(one.succeededAt)]))
  const groups = [...byCause].map(([cause, records]) =>
    groupOf(cause, [...records.values()], starts, lastSuccess, options),
  )
  groups.sort((one, other) => (other.lastAt ?? 0) - (one.lastAt ?? 0) || compare(one, other))
  const today = starts.at(-1) ?? options.now
  return {
    groups,
    total: groups.reduce((sum, { records }) => sum + records.length, 0),
    lastAt: groups[0]?.lastAt ?? null,
    succeededToday: found.reduce((sum, one) => sum + countFrom(one.succeededAt, today), 0),
  }
}

function isException({ kind, collection, at }: ExceptionRecord, options: GroupingOptions): boolean {
  if (kind !== 'unanswered') return true
  if (!options.isBooking || !BOOKED.has(collection) || at === null) return false
  return options.now - at >= UNANSWERED_AFTER_MS
}

function groupOf(
  cause: CauseId,
  records: ExceptionRecord[],
  starts: readonly number[],
  lastSuccess: ReadonlyMap<string, number>,
  { now, retriedAt, firstFailedAt }: GroupingOptions,
): CauseGroup {
  records.sort((one, other) => (other.at ?? -Infinity) - (one.at ?? -Infinity) || 0)
  const days = starts.map(() => 0)
  let [firstAt, lastAt]: [number | null, number | null] = [null, null]
  for (const { at, key } of records) {
    if (at === null) continue
    const began = Math.min(firstFailedAt?.(key) ?? at, at)
    firstAt = Math.min(firstAt ?? began, began)
    lastAt = Math.max(lastAt ?? at, at)
    const day = starts.findLastIndex((start) => start <= began)
    if (day >= 0) days[day] = (days[day] ?? 0) + 1
  }
  const since = firstAt ?? now
  const hasSucceeded = records.some(
    ({ kind, collection }) =>
      kind !== 'refused' || (lastSuccess.get(collection) ?? -Infinity) > since,
  )
  const retried = retriedAt?.get(cause) ?? now - STILL_COMING_MS
  return {
    cause,
    records,
    firstAt,
    lastAt,
    isStillComing: lastAt !== null && lastAt > retried,
    looksLikeSettings: !hasSucceeded && records.length >= SETTINGS_MIN,
    days,
  }
}

function compare(one: CauseGroup, other: CauseGroup): number {
  return other.records.length - one.records.length || (one.cause < other.cause ? -1 : 1)
}

/** The starts of the last 14 days of the device, the oldest first. */
function dayStarts(now: number): number[] {
  const today = dayOf(now)
  return Array.from(
    { length: PICTURED_DAYS },
    (_, nth) => startOfDay(today, nth + 1 - PICTURED_DAYS) ?? now,
  )
}

function latest(times: Float64Array): number {
  let last = Number.NEGATIVE_INFINITY
  for (const at of times) if (at > last) last = at
  return last
}

function countFrom(times: Float64Array, from: number): number {
  let count = 0
  for (const at of times) if (at >= from) count += 1
  return count
}
