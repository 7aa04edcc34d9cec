/** What needs attention, as sentences with counts, each with the address of exactly its rows. */
import { collectionOf, type Row } from '#contract/collections.ts'
import { pulledListOf } from '#contract/lists.ts'
import { type ExceptionCollection, RECORD_COLLECTIONS } from '#contract/records/exceptions.ts'
import type { SyncArea } from '#contract/sync/runs.ts'
import { attentionTexts, kindsInWords } from '#contract/texts/own/attention-texts.ts'
import { exceptionTexts } from '#contract/texts/exception-texts.ts'
import type { ListFilters } from '#contract/views/list-search.ts'
import { joinWithAnd } from '#contract/texts/own/joined-words.ts'
import { ageInWords, type Freshness } from '#console/data/collections/freshness.ts'
import type { StatedException } from '#console/data/exceptions/group-cases.ts'
import { dayAfter, dayOf } from '#console/rows/days.ts'
import { formatText, startOfDay, timeOf } from '#console/rows/formats.ts'
import { instantOf } from '#console/rows/loose/moment.ts'
import { comparableOf } from '#console/rows/loose/nested-values.ts'
import { isOpenStatus } from '#console/rows/status-tone.ts'
import { isFloor, kindOf } from '#console/rows/exceptions/names.ts'
import type { ListPath } from '#console/screens/lists.ts'

/** One sentence. */
export interface AttentionLine {
  readonly key: string
  readonly tone: 'failed' | 'attention'
  /** Null where the sentence has no number. */
  readonly count: number | null
  readonly words: string
  readonly to: ListPath | '/exceptions'
  readonly filter?: ListFilters
}

/** The refused and unanswered records, and the syncs among the exceptions. */
export function exceptionLines(open: readonly StatedException[]): AttentionLine[] {
  const { kinds } = exceptionTexts
  const refused = RECORD_COLLECTIONS.flatMap((name): AttentionLine[] => {
    const { length: count } = open.filter(
      ({ record }) => record.kind === 'refused' && record.collection === name,
    )
    if (count === 0) return []
    const filter = { kind: { values: [kindOf(name)] }, what: { values: [kinds.refused] } }
    const words = attentionTexts.refused(kindsInWords[name](count))
    return [{ key: `refused ${name}`, tone: 'failed', count, words, to: '/exceptions', filter }]
  })
  const of = (kind: 'unanswered' | 'sync') => open.filter(({ record }) => record.kind === kind)
  const line = (kind: 'unanswered' | 'sync', words: string): AttentionLine[] => {
    const count = of(kind).length
    const filter = { what: { values: [kinds[kind]] } }
    return count === 0
      ? []
      : [{ key: kind, tone: 'attention', count, words, to: '/exceptions', filter }]
  }
  const areas = new Set(of('sync').map(({ record }) => titleOf(record.collection)))
  return [
    ...refused,
    ...line('unanswered', attentionTexts.unanswered),
    ...line('sync', attentionTexts.syncFailed(joinWithAnd(areas))),
  ]
}

/** Shipments that were expected before today and have not come. */
export function shipmentLines(shipments: readonly Row[], now: number): AttentionLine[] {
  const today = startOfDay(dayOf(now)) ?? now
  const overdue = shipments.filter((row) => {
    const expected = instantOf(row['expected_date'])
    return (
      expected !== null && expected < today && !row['received_date'] && isOpenStatus(statusOf(row))
    )
  })
  const stated = overdue.map(statusOf).filter((status) => status !== '')
  const common = { tone: 'attention', to: '/inbound-shipment' } as const
  const ofDays = {
    expected_date: { to: dayAfter(dayOf(now), -1) },
    received_date: { empty: true },
  }
  // No filter asks for some statuses and for none at once.
  const lines: readonly AttentionLine[] = [
    {
      ...common,
      key: 'overdue',
      count: stated.length,
      words: attentionTexts.overdue,
      filter: { ...ofDays, status: { values: [...new Set(stated)] } },
    },
    {
      ...common,
      key: 'overdue without status',
      count: overdue.length - stated.length,
      words: attentionTexts.overdueWithoutStatus,
      filter: { ...ofDays, status: { empty: true } },
    },
  ]
  return lines.filter(({ count }) => count !== 0)
}

/** How many lists are named one by one. */
const NAMED = 2

/** Lists that are older than their work allows. */
export function ageLines(
  lists: readonly { readonly title: string; readonly path: ListPath; readonly age: Freshness }[],
): AttentionLine[] {
  const old = lists.filter(({ age }) => age.isOld)
  const [first] = old
  if (!first) return []
  if (old.length > NAMED) {
    const words = attentionTexts.areOld(joinWithAnd(old.map(({ title }) => title)))
    return [{ key: 'old', tone: 'attention', count: old.length, words, to: first.path }]
  }
  return old.map(({ title, path, age }) => ({
    key: `old ${path}`,
    tone: 'attention',
    count: null,
    words: attentionTexts.isOld(title, age.text),
    to: path,
  }))
}

/** A sync that has not succeeded for as long needs a look, whatever the age of the rows. */
const SYNC_OLD_MS = 6 * 3_600_000

/** Areas whose last success is hours ago, without those that another line names. */
export function syncLines(
  areas: readonly SyncArea[],
  lists: ReadonlyMap<string, { readonly title: string; readonly path: ListPath }>,
  now: number,
): AttentionLine[] {
  return areas.flatMap(({ collection, present, last, last_success }) => {
    const list = lists.get(collection)
    if (!list || present || last === null || last.state === 'failed') return []
    const at = timeOf(last_success?.ended_at ?? null)
    if (at !== null && now - at < SYNC_OLD_MS) return []
    // The list is empty in NetSuite, and always was here.
    if (at === null && last.state === 'empty') return []
    const words =
      at === null
        ? attentionTexts.neverSynced(list.title)
        : attentionTexts.notSynced(list.title, ageInWords(now - at))
    return [{ key: `sync ${collection}`, tone: 'attention', count: null, words, to: list.path }]
  })
}

function titleOf(name: ExceptionCollection): string {
  return isFloor(name) ? collectionOf(name).title : pulledListOf(name).title
}

/** As its cell shows it and a filter compares it; empty without one. */
function statusOf({ status }: Row): string {
  const value = comparableOf(status)
  return value === null || value === '' ? '' : formatText(status)
}
