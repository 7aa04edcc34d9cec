/** The texts of the sync centre. */
import { ERP_NAME, RUN_KEPT_MS } from '#contract/constants.ts'
import type { RunState } from '#contract/sync/runs.ts'

const DAY_MS = 24 * 3_600_000

export const syncTexts = {
  title: `${ERP_NAME} sync`,
  details: 'Sync details',
  areas: 'Areas',
  history: 'History',
  problems: 'What went wrong',
  loadFailed: "Couldn't load the sync status.",
  offline: 'Offline. Last known status.',
  runsOn: 'Syncs continue if you close this.',
  never: 'Never synced',
  noHistory: `No sync in the last ${String(RUN_KEPT_MS / DAY_MS)} days.`,
  older: 'Show older',
  syncArea: (area: string) => `Sync ${area} now`,
  cancelArea: (area: string) => `Cancel the sync of ${area}`,
  sync: 'Sync',
  cancel: 'Cancel',
  cancelling: 'Cancelling...',
  cancelFailed: "Couldn't cancel the sync.",
  states: {
    waiting: 'Waiting',
    running: 'Running',
    success: 'Succeeded',
    partial: 'Partially synced',
    empty: 'Empty',
    failed: 'Failed',
  } satisfies Record<RunState, string>,
  cancelled: 'Cancelled',
  waiting: 'Waiting for another sync.',
  pages: (pages: number) => `${number(pages)} ${pages === 1 ? 'page' : 'pages'}`,
  rows: (rows: number) => `${number(rows)} ${rows === 1 ? 'row' : 'rows'}`,
  onlyChanges: 'updates only',
  rowsOfAbout: (rows: number, all: number) => `${number(rows)} of about ${number(all)} rows`,
  writing: 'writing the rows',
  refusedSoFar: (refused: number) => `${number(refused)} refused`,
  timeLeft: (duration: string) => `about ${duration} left`,
  progress: (area: string) => `Progress of ${area}`,
  lastSuccess: (when: string) => `Last synced ${when}`,
  lastAttempt: (when: string) => `Last attempt ${when}`,
  by: (who: string) => `by ${who}`,
  byIn: (who: string, duration: string) => `by ${who} (${duration})`,
  changes: (added: number, changed: number, removed: number) =>
    added + changed + removed === 0
      ? 'nothing changed'
      : `${number(added)} added, ${number(changed)} changed, ${number(removed)} removed`,
  refusedRows: (count: number) =>
    `${number(count)} ${count === 1 ? 'row was' : 'rows were'} refused`,
  moreRefused: (count: number) => `and ${number(count)} more`,
  times: (times: number) => (times === 1 ? 'once' : `${number(times)} times`),
  lastAt: (when: string) => `last ${when}`,
  seconds: (seconds: number) => `${number(seconds)} s`,
  minutes: (minutes: number) => `${number(minutes)} min`,
} as const

function number(value: number): string {
  return value.toLocaleString('en')
}
