/** Records of the last days, counted by day and by the ERP's answer. */
import { PICTURED_DAYS } from '#contract/constants.ts'
import { rowKey } from '#contract/row-identity.ts'
import type { CollectionName, Row } from '#contract/collections.ts'
import type { ErpOutcome } from '#contract/records/erp-response.ts'
import { dayAfter, dayOf } from '#console/rows/days.ts'
import { startOfDay, timeOf } from '#console/rows/formats.ts'
import { createdAtOf, outcomeOf } from '#console/rows/reports.ts'

/** How many records of one day have each outcome. */
export interface OutcomeDay extends Readonly<Record<ErpOutcome, number>> {
  /** A day in the device's time zone, such as `2026-11-05`. */
  readonly day: string
}

/**
 * The last days, oldest first, including days without records. A duplicate record counts once, as
 * on its card.
 * @param now ms by the server's clock
 */
export function countOutcomes(
  name: CollectionName,
  records: readonly Row[],
  now: number,
): OutcomeDay[] {
  const days = lastDays(now).map((day) => ({ day, succeeded: 0, failed: 0, none: 0 }))
  const starts = days.map(({ day }) => startOfDay(day) ?? Number.NaN)
  const end = startOfDay(dayOf(now), 1) ?? Number.NaN
  const oldest = dayOf(startOfDay(days[0]?.day ?? '', -FURTHEST_ZONE_DAYS) ?? now)
  const seen = new Set<string>()
  for (const record of records) {
    const written = record['created_at']
    // Most records are older, which their text shows without parsing it as a time.
    if (typeof written === 'string' && ISO_DAY.test(written) && written < oldest) continue
    const at = timeOf(createdAtOf(record))
    const day = at === null || at >= end ? undefined : days[lastStarted(starts, at)]
    if (!day) continue
    const key = rowKey(name, record)
    if (key !== null && seen.has(key)) continue
    if (key !== null) seen.add(key)
    day[outcomeOf(record)] += 1
  }
  return days
}

const ISO_DAY = /^\d{4}-\d{2}-/

/** More than two time zones can be apart. */
const FURTHEST_ZONE_DAYS = 2

function lastDays(now: number): string[] {
  const today = dayOf(now)
  return Array.from({ length: PICTURED_DAYS }, (_, nth) => dayAfter(today, nth + 1 - PICTURED_DAYS))
}

/** The index of the last day that had begun; -1 if none had. */
function lastStarted(starts: readonly number[], at: number): number {
  return starts.findLastIndex((start) => start <= at)
}
