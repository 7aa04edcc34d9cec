/** The report of a run: numbers, a sentence about its end, and what to do (erp.md section 5). */
import { listOf, isListName, type PulledList } from '#contract/lists.ts'
import type { SyncProblem, SyncRun } from '#contract/sync/runs.ts'
import type { Merged } from '#server/db/mirror/mirror.ts'
import type { Problem } from '#server/db/mirror/run-history.ts'
import type { Reading } from '#server/db/schema/runs.ts'
import type { Run } from '#server/db/mirror/runs.ts'
import {
  type ErpFaultKind,
  erpSentences,
  faultKind,
  nextSteps,
  nextStepsOfResult,
} from '#server/erp/transport/fault.ts'

const CANCELLED: ErpFaultKind = 'cancelled'

/**
 * The report of a run.
 * @param kept how many rows the mirror has of its collection
 */
export function reportOf(run: Run, kept: number): SyncRun {
  const { id, collection, state, pages, rows, added, changed, removed, refused, refusals } = run
  return {
    id,
    collection,
    started_by: run.startedBy,
    state,
    cancelled: run.fault === CANCELLED,
    started_at: run.startedAt.toISOString(),
    ended_at: run.endedAt?.toISOString() ?? null,
    pages,
    rows,
    only_changes: (run.reading?.since ?? null) !== null,
    added,
    changed,
    removed,
    refused,
    refusals,
    sentence: run.error ?? sentenceOfRun(run, kept),
    next_step: nextStepOfRun(run),
  }
}

/** The report of a failure that happened once or often. */
export function problemReport({ fault, error, collections, times, lastAt }: Problem): SyncProblem {
  return {
    sentence: error,
    next_step: nextSteps[faultKind(fault)],
    collections,
    times,
    last_at: lastAt.toISOString(),
  }
}

/** What to report about a pull that did not fail; null if it brought everything. */
export function sentenceOfResult(
  collection: PulledList,
  { state, total, refused, refusals, without = [] }: ResultFacts,
): string | null {
  if (state === 'empty') return erpSentences.empty(listOf(collection).area, total)
  const [first] = refusals
  const sentences = [
    ...(first ? [erpSentences.partial(refused, first)] : []),
    ...(without.length > 0 ? [erpSentences.without(without)] : []),
  ]
  return sentences.length > 0 ? sentences.join(' ') : null
}

interface ResultFacts
  extends Pick<Merged, 'refused' | 'refusals' | 'total'>, Pick<Reading, 'without'> {
  readonly state: Run['state']
}

function sentenceOfRun(run: Run, total: number): string | null {
  if (!isListName(run.collection) || run.endedAt === null) return null
  return sentenceOfResult(run.collection as PulledList, {
    ...run,
    total,
    without: run.reading?.without,
  })
}

function nextStepOfRun({ state, fault, reading }: Run): string | null {
  if (state === 'failed') return nextSteps[faultKind(fault)]
  if (state === 'success' && reading?.without) return nextSteps.query
  return state === 'partial' || state === 'empty' ? nextStepsOfResult[state] : null
}
