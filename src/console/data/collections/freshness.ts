/** How old the displayed data is, by the server's clock (decisions/console/offline.md). */
import { useSyncExternalStore } from 'react'
import { listOf, type ListName } from '#contract/lists.ts'
import { startTexts } from '#contract/texts/start-texts.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'
import { clockTime } from '#console/rows/formats.ts'

const TICK_MS = 30_000
let tick = 0
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Something with an age: rows, or a count of rows. */
export type Aged = Pick<Snapshot, 'asOf' | 'fetchedAt'>

/** A sentence about the age of rows, and whether they are old. */
export interface Freshness {
  /** 'NetSuite data 31 min old', or the time of the fetch where NetSuite's is unknown. */
  readonly text: string
  /** 'as of 14:04, fetched 14:35'; null where the text says it already. */
  readonly times: string | null
  readonly isOld: boolean
}

/** Updates twice a minute. */
export function useFreshness(name: ListName, snapshot: Aged | undefined): Freshness | null {
  useSyncExternalStore(subscribe, () => tick)
  return snapshot ? describeFreshness(name, snapshot, serverNow()) : null
}

/** The same for several collections at once. */
export function useFreshnesses(
  names: readonly ListName[],
  ages: readonly (Aged | undefined)[],
): (Freshness | null)[] {
  useSyncExternalStore(subscribe, () => tick)
  return names.map((name, nth) => {
    const aged = ages[nth]
    return aged ? describeFreshness(name, aged, serverNow()) : null
  })
}

/**
 * Rows are old by NetSuite's own time: rows fetched a minute ago may be yesterday's.
 * @param now ms by the server's clock
 */
export function describeFreshness(name: ListName, snapshot: Aged, now: number): Freshness {
  const { asOf, fetchedAt } = snapshot
  const { erp, oldAfterMs } = listOf(name)
  if (asOf === null || erp === undefined) {
    const text = startTexts.fetched(clockTime(fetchedAt, now), ageInWords(now - fetchedAt))
    return { text, times: null, isOld: now - fetchedAt > oldAfterMs }
  }
  return {
    text: startTexts.dataAge(ageInWords(now - asOf).replace(/ ?(ago|just now)$/, '')),
    times: startTexts.asOf(clockTime(asOf, now), clockTime(fetchedAt, now)),
    isOld: now - asOf > erp.oldAfterMs,
  }
}

/** The same for data that is not a collection: 'fetched 14:35 (2 min ago)'; updates twice a minute. */
export function useFetchedAge(fetchedAt: number): string {
  useSyncExternalStore(subscribe, () => tick)
  return `fetched ${fetchedText(fetchedAt, serverNow())}`
}

function fetchedText(at: number, now: number): string {
  return `${clockTime(at, now)} (${ageInWords(now - at)})`
}

/** 'just now', '2 min ago', '5 h ago'. */
export function ageInWords(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${String(minutes)} min ago`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${String(hours)} h ago` : `${String(Math.floor(hours / 24))} days ago`
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    tick += 1
    for (const each of listeners) each()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
