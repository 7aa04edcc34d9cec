/** Links from a day of a chart to the records it counts. */
import type { ErpOutcome } from '#contract/records/erp-response.ts'
import type { ListSearch } from '#console/table/columns/table-address.ts'
import { outcomeWord } from '#console/ui/outcome.tsx'

/** The three outcomes in display order. */
export const OUTCOMES = ['succeeded', 'failed', 'none'] as const satisfies readonly ErpOutcome[]

/** The search of a report list for one outcome on one day. */
export function recordsOf(outcome: ErpOutcome, day: string): ListSearch {
  return {
    filter: { outcome: { values: [outcomeWord(outcome)] }, created_at: { from: day, to: day } },
  }
}
