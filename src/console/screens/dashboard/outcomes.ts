/** The last 14 days of a collection, counted once for its card and its chart. */
import type { CollectionName, Row } from '#contract/collections.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import { countOutcomes, type OutcomeDay } from '#console/rows/outcome-days.ts'

interface Counted {
  readonly today: number
  readonly days: readonly OutcomeDay[]
}

const counted = new WeakMap<readonly Row[], Counted>()

/** Counts again when the rows change, and when a new day begins by the server's clock. */
export function outcomesOf(
  collection: CollectionName,
  rows: readonly Row[],
): readonly OutcomeDay[] {
  const today = new Date(serverNow()).setHours(0, 0, 0, 0)
  const known = counted.get(rows)
  if (known?.today === today) return known.days
  const days = countOutcomes(collection, rows, today)
  counted.set(rows, { today, days })
  return days
}
