/** Describes a sync in words. */
import { listOf, isListName } from '#contract/lists.ts'
import type { SyncRun } from '#contract/sync/runs.ts'
import { syncTexts } from '#contract/texts/sync-texts.ts'
import { ageInWords } from '#console/data/collections/freshness.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import { clockTime } from '#console/rows/formats.ts'
import { durationInWords } from '#console/sync/pace.ts'

/** The title of an area; a newer server may have areas that this version does not know. */
export function areaTitle(collection: string): string {
  return isListName(collection) ? listOf(collection).title : collection
}

/** `14:32 (2 min ago)`. */
export function whenInWords(iso: string): string {
  const at = Date.parse(iso)
  return `${clockTime(at, serverNow())} (${ageOf(iso)})`
}

/** `14:32`, with the day if it is another one. */
export function timeInWords(iso: string): string {
  return clockTime(Date.parse(iso), serverNow())
}

/** `2 min ago`. */
export function ageOf(iso: string): string {
  return ageInWords(serverNow() - Date.parse(iso))
}

/** Who started it, how long it took, how many rows there were, and what changed. */
export function runInWords(run: SyncRun): string {
  const { ended_at, rows, started_at, started_by, state } = run
  const brought = state === 'success' || state === 'partial'
  return [
    ended_at === null
      ? syncTexts.by(started_by)
      : syncTexts.byIn(started_by, durationInWords(Date.parse(ended_at) - Date.parse(started_at))),
    syncTexts.rows(rows),
    ...(run.only_changes ? [syncTexts.onlyChanges] : []),
    ...(brought ? [syncTexts.changes(run.added, run.changed, run.removed)] : []),
  ].join(', ')
}

/** Refused rows by reason, in order of arrival. */
export function refusalsByReason(run: SyncRun): { reason: string; rows: string[] }[] {
  const found = new Map<string, string[]>()
  for (const { row, reason } of run.refusals) found.set(reason, [...(found.get(reason) ?? []), row])
  return [...found].map(([reason, rows]) => ({ reason, rows }))
}
