import type { SyncRun } from '#contract/sync/runs.ts'

/** A run as our server reports it, by default one of the schedule that read one bin. */
export function aSyncRun(facts: Partial<SyncRun> = {}): SyncRun {
  return {
    id: 'r1',
    collection: 'bins',
    started_by: 'schedule',
    state: 'success',
    started_at: '2026-11-24T08:00:00Z',
    ended_at: '2026-11-24T08:01:00Z',
    pages: 1,
    rows: 1,
    added: 0,
    changed: 0,
    removed: 0,
    refused: 0,
    refusals: [],
    sentence: null,
    next_step: null,
    ...facts,
  }
}
