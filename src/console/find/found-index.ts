/**
 * Keeps the index of what can be found in step with the lists on the device. It grows in slices while the page is
 * idle, or at once when somebody looks for something, and goes with the session (decisions/product/one-box.md).
 */
import { onlineManager } from '@tanstack/react-query'
import { opensRoute } from '#contract/access.ts'
import { listOf } from '#contract/lists.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'
import { knownSum } from '#console/data/api/merge.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { type Pace, runAtPace, waitForIdle, yieldToMain } from '#console/data/api/run-chunked.ts'
import {
  collectionKey,
  collectionOfKey,
  collectionQuery,
} from '#console/data/collections/queries.ts'
import { readSnapshot } from '#console/data/device/snapshot-store.ts'
import { FOUND_LISTS, type FoundList } from '#console/data/engine/find/entry.ts'
import { entryOfRow } from '#console/data/engine/find/entries.ts'
import type { Parts } from '#console/data/engine/find/find-in.ts'
import { changePart, makePart, type Part } from '#console/data/engine/find/part.ts'
import { type Derivation, derivationOf } from '#console/rows/derivation.ts'
import { principalOf, readSession, subscribeToSession } from '#console/session/session.ts'

/** What is indexed of a list, and how old it is. */
interface Indexed {
  readonly part: Part
  /** Identifies the rows, so that the index need not keep them in memory. */
  readonly rowsId: number
  readonly sum: string | undefined
  readonly count: number
  readonly asOf: number | null
  readonly fetchedAt: number
}

/** A list that has arrived and is not indexed yet. */
interface Arrived extends Pick<Snapshot, 'rows' | 'asOf' | 'fetchedAt'> {
  readonly change: (Omit<Derivation, 'from'> & { readonly fromId: number }) | null
}

const indexed = new Map<FoundList, Indexed>()
const arrived = new Map<FoundList, readonly Arrived[]>()
/** The lists that are being read from the device or fetched. */
const coming = new Set<FoundList>()
const listeners = new Set<() => void>()
let version = 0
let working: Promise<void> | null = null
let isHurried = false
let ending = new AbortController()

/** Whether this person may open the list: nothing is found of any other. */
export function mayFind(list: FoundList): boolean {
  const session = readSession()
  return session.token !== null && opensRoute(listOf(list).access, principalOf(session))
}

/** The indexes of all lists that this person may open. */
export function partsNow(): Parts {
  return new Map([...indexed].flatMap(([list, { part }]) => (mayFind(list) ? [[list, part]] : [])))
}

/** When a list was read from the ERP and when it was fetched; undefined if it is not indexed. */
export function ageOf(list: FoundList): Pick<Snapshot, 'asOf' | 'fetchedAt'> | undefined {
  return mayFind(list) ? indexed.get(list) : undefined
}

/** The lists that the person may open and that are not indexed, and whether they are on their way. */
export function listsMissing(): { readonly list: FoundList; readonly isComing: boolean }[] {
  return FOUND_LISTS.filter((list) => mayFind(list) && !indexed.has(list)).map((list) => ({
    list,
    isComing: coming.has(list) || arrived.has(list),
  }))
}

/** Rises with every change of the index. */
export function foundVersion(): number {
  return version
}

/** Calls the listener on every change of the index. */
export function onFound(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Indexes what is in memory and what arrives, until it is stopped. */
export function startFinding(): () => void {
  const stopCache = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const name = collectionOfKey(event.query.queryKey as unknown)
    const list = FOUND_LISTS.find((one) => one === name)
    if (list) take(list)
  })
  const stopSession = subscribeToSession(dropWithdrawn)
  for (const list of FOUND_LISTS) take(list)
  return () => {
    stopCache()
    stopSession()
    dropAll()
  }
}

/** Reads the other lists from the device as well, while the page is idle. */
export async function findOnDevice(): Promise<void> {
  const { signal } = ending
  for (const list of FOUND_LISTS) {
    if (signal.aborted || !mayFind(list) || indexed.has(list) || arrived.has(list)) continue
    coming.add(list)
    const snapshot = await readSnapshot(list).catch(() => null)
    if (signal.aborted) return
    coming.delete(list)
    if (snapshot && !indexed.has(list) && !arrived.has(list)) arrive(list, snapshot)
    else tell()
  }
  await work()
}

/**
 * Has everything indexed now, because somebody is looking for something. Resolves when what the device has can be
 * found, to a promise of the lists that it does not have and that are fetched.
 */
export async function findNow(): Promise<{ readonly others: Promise<unknown> }> {
  isHurried = true
  const { signal } = ending
  await findOnDevice()
  isHurried = false
  const missing = onlineManager.isOnline() ? listsMissing() : []
  if (signal.aborted) return { others: Promise.resolve() }
  const others = Promise.all(missing.map(({ list }) => fetchList(list))).then(work)
  tell()
  return { others }
}

async function fetchList(list: FoundList): Promise<void> {
  coming.add(list)
  await queryClient.query(collectionQuery(list)).catch(() => undefined)
  coming.delete(list)
  tell()
}

function take(list: FoundList): void {
  const snapshot = queryClient.getQueryData<Snapshot>(collectionKey(list))
  if (snapshot && mayFind(list)) arrive(list, snapshot)
}

function arrive(list: FoundList, { rows, asOf, fetchedAt }: Snapshot): void {
  const before = indexed.get(list)
  const waiting = arrived.get(list) ?? []
  const isSame = waiting.length > 0 ? waiting.at(-1)?.rows === rows : before?.rowsId === idOf(rows)
  if (isSame && before && waiting.length === 0) {
    indexed.set(list, { ...before, asOf, fetchedAt })
    return
  }
  if (isSame) return
  const made = derivationOf(rows)
  const change = made ? { ...made, fromId: idOf(made.from) } : null
  arrived.set(list, [...waiting, { rows, asOf, fetchedAt, change }])
  void work()
}

/** Indexes what has arrived, one list after another; resolves when all of it is indexed. */
function work(): Promise<void> {
  working ??= workThrough(ending.signal).finally(() => {
    working = null
    // Another session may have begun meanwhile.
    if (arrived.size > 0) void work()
  })
  return working
}

async function workThrough(signal: AbortSignal): Promise<void> {
  for (;;) {
    const [next] = arrived
    if (!next || signal.aborted) return
    const [list, steps] = next
    const done = await index(list, steps, paceFor(signal)).catch(() => null)
    if (signal.aborted) return
    const rest = (arrived.get(list) ?? []).slice(steps.length)
    if (rest.length > 0) arrived.set(list, rest)
    else arrived.delete(list)
    if (mayFind(list) && done) indexed.set(list, done)
    tell()
  }
}

async function index(
  list: FoundList,
  steps: readonly Arrived[],
  pace: Pace,
): Promise<Indexed | null> {
  const entryOf = entryOfRow(list)
  const last = steps.at(-1)
  if (!last) return null
  const facts = {
    rowsId: idOf(last.rows),
    sum: knownSum(last.rows),
    count: last.rows.length,
    asOf: last.asOf,
    fetchedAt: last.fetchedAt,
  }
  const before = indexed.get(list)
  const isRead = before?.sum !== undefined && before.sum === facts.sum
  if (before && isRead && before.count === facts.count) return { ...facts, part: before.part }
  let now = before && { part: before.part, rowsId: before.rowsId }
  for (const { rows, change } of steps) {
    if (!now || change?.fromId !== now.rowsId) {
      now = undefined
      break
    }
    const part: Part = await runAtPace(changePart(now.part, rows, change, entryOf), pace)
    now = { part, rowsId: idOf(rows) }
  }
  return { ...facts, part: now?.part ?? (await runAtPace(makePart(last.rows, entryOf), pace)) }
}

/** Short enough to go unnoticed. */
const SLICE_MS = 8

function paceFor(signal: AbortSignal): Pace {
  let end = performance.now() + SLICE_MS
  return async () => {
    signal.throwIfAborted()
    if (performance.now() < end) return
    await (isHurried ? yieldToMain() : waitForIdle())
    signal.throwIfAborted()
    end = performance.now() + SLICE_MS
  }
}

/** After a lock, a sign-out or a lost flag nothing is found any more. */
function dropWithdrawn(): void {
  if (readSession().token === null) {
    dropAll()
    return
  }
  const lost = [...indexed.keys(), ...arrived.keys()].filter((list) => !mayFind(list))
  for (const list of lost) {
    indexed.delete(list)
    arrived.delete(list)
  }
  if (lost.length > 0) tell()
}

function dropAll(): void {
  ending.abort()
  ending = new AbortController()
  indexed.clear()
  arrived.clear()
  coming.clear()
  tell()
}

function tell(): void {
  version += 1
  for (const listener of listeners) listener()
}

const ids = new WeakMap<readonly object[], number>()
let lastId = 0

function idOf(rows: readonly object[]): number {
  const known = ids.get(rows)
  if (known !== undefined) return known
  lastId += 1
  ids.set(rows, lastId)
  return lastId
}
