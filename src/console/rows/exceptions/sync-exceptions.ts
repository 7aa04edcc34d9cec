/** Syncs that failed or left rows out, as exceptions. */
import { causeOf } from '#contract/causes/recognise.ts'
import { isPulledList } from '#contract/lists.ts'
import { caseKey, SYNC_RECORD, SYNC_ROW } from '#contract/records/exceptions.ts'
import type { SyncArea } from '#contract/sync/runs.ts'
import { timeOf } from '#console/rows/formats.ts'
import type { ExceptionRecord } from '#console/rows/exceptions/read-exception.ts'

/** The exceptions of the last sync of each area: one for a failed sync, one for each row that was refused. */
export function syncExceptions(areas: readonly SyncArea[]): ExceptionRecord[] {
  return areas.flatMap(({ collection, last }) => {
    if (!isPulledList(collection) || last === null) return []
    const about = { collection, kind: 'sync', at: timeOf(last.ended_at), row: null } as const
    const of = (id: string) => ({ ...about, id, key: caseKey(collection, id) })
    if (last.state === 'failed') {
      const cause = causeOf({ message: last.sentence })
      return [{ ...of(SYNC_RECORD), cause, message: last.sentence }]
    }
    return last.refusals.map(({ row, reason }) => ({
      ...of(`${SYNC_ROW}${row}`),
      cause: 'refused-row' as const,
      message: `${row}: ${reason}`,
    }))
  })
}
