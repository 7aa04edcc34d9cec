/** From a day of the picture to the records it counts. */
import type { ErpOutcome } from '#contract/records/erp-response.ts'
import type { ListSearch } from '#console/table/columns/table-address.ts'
import { outcomeWord } from '#console/ui/outcome.tsx'

/** The three outcomes, in the order in which they are shown. */
export const OUTCOMES = ['succeeded', 'failed', 'none'] as const satisfies readonly ErpOutcome[]

/** What the list of a kind of records is asked for: one outcome of one day. */
export function recordsOf(outcome: ErpOutcome, day: string): ListSearch {
  return {
    filter: { outcome: { values: [outcomeWord(outcome)] }, created_at: { from: day, to: day } },
  }
}

/** `05-11-2026`, as dates read everywhere; `2026-11-05` is how addresses have them. */
export function dayInWords(day: string): string {
  return day.split('-').toReversed().join('-')
}
