/**
 * Pulls from the ERP that a person starts: three attempts, a stored flag, and one state per
 * collection (specification.md section 4).
 */
import { useSyncExternalStore } from 'react'
import { SYNC_ATTEMPTS, SYNC_RETRY_AFTER_MS, SYNC_STALE_MS } from '#contract/constants.ts'
import { listOf, isListName, isPulledList, type PulledList } from '#contract/lists.ts'
import { pullEndpoint, PullReply } from '#contract/sync/list-endpoints.ts'
import { explain, faults, syncFailed } from '#contract/faults.ts'
import { SYNC_CANCELLED, type SyncRun } from '#contract/sync/runs.ts'
import { sendCall } from '#console/data/api/call.ts'
import { offers } from '#console/data/api/config.ts'
import { Fault, faultFacts, mayRetry } from '#console/data/api/fault.ts'
import { pause } from '#console/data/api/pause.ts'
import { findLostPull, followPull } from '#console/data/collections/lost-pull.ts'
import { refetchList } from '#console/data/collections/refetch-list.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { PULL_ANSWERS_WITHIN_MS } from '#console/data/api/send.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import { isObject } from '#console/rows/loose/objects.ts'
import { hasStoredToken, onSessionEnd } from '#console/session/session.ts'
import { readSyncFlags, writeSyncFlags } from '#console/session/sync-notes.ts'

/** The state of a collection's sync; an error carries its message. */
export type SyncState =
  | { readonly kind: 'idle' | 'syncing' }
  /** With a note if the ERP returned less than everything: unreadable rows, or no rows at all. */
  | { readonly kind: 'success'; readonly note?: string }
  | { readonly kind: 'error'; readonly reason: string }

/** Asks the server to answer after three seconds even if the pull is still running (RFC 7240). */
const ANSWER_EARLY = { Prefer: 'respond-async, wait=3' }
const ACCEPTED = 202

const IDLE: SyncState = { kind: 'idle' }
const states = new Map<PulledList, SyncState>()
/** The snapshot for `useSyncExternalStore`, replaced on each change. */
let shown: ReadonlyMap<PulledList, SyncState> = states
const listeners = new Set<() => void>()
/** Syncs that were running before a reload, each with the timer that stops waiting for it. */
const left = new Map<PulledList, ReturnType<typeof setTimeout>>()
/** Aborted at the end of the session, with all that still waits in it. */
let session = new AbortController()

// The next session must not see the syncs of this one.
onSessionEnd(() => {
  session.abort()
  session = new AbortController()
  for (const wait of left.values()) clearTimeout(wait)
  left.clear()
  states.clear()
  tell()
})

/** The state of one collection's sync, as a hook; idle if the collection cannot be synced. */
export function useSyncState(name: PulledList | null): SyncState {
  return useSyncExternalStore(subscribe, () => (name && states.get(name)) ?? IDLE)
}

/** The states of all syncs that were started, as a hook. */
export function useSyncStates(): ReadonlyMap<PulledList, SyncState> {
  return useSyncExternalStore(subscribe, () => shown)
}

/** Whether any sync is running, as a hook. */
export function useIsSyncing(): boolean {
  return useSyncExternalStore(subscribe, () =>
    [...states.values()].some((state) => state.kind === 'syncing'),
  )
}

/**
 * Pulls a collection and refreshes its rows. Returns the final state, or idle if the session ended
 * first; never throws.
 */
export async function syncCollection(name: PulledList): Promise<SyncState> {
  if (states.get(name)?.kind === 'syncing' && !left.has(name)) return { kind: 'syncing' }
  stopWaiting(name)
  if (!hasStoredToken()) return ended(name, { kind: 'error', reason: faults.noToken })
  const { signal } = session
  setState(name, { kind: 'syncing' })
  writeSyncFlags({ ...readSyncFlags(), [name]: Date.now() })
  try {
    const outcome = await pullWithRetries(name, signal)
    if (signal.aborted) return IDLE
    if (outcome.kind === 'success') await refetchList(queryClient, name)
    return signal.aborted ? IDLE : ended(name, outcome)
  } catch (thrown) {
    // The sync centre says who cancelled it.
    if (signal.aborted || isCancelled(thrown)) return signal.aborted ? IDLE : ended(name, IDLE)
    const reason = explain(faultFacts(thrown), syncFailed(listOf(name).title))
    return ended(name, { kind: 'error', reason })
  }
}

function isCancelled(thrown: unknown): boolean {
  const { body } = faultFacts(thrown)
  return isObject(body) && body['code'] === SYNC_CANCELLED
}

/**
 * After a reload, treats the syncs in the stored flags as running until they are 5 minutes old or
 * the server reports their end.
 */
export function resumeInterruptedSyncs(now: number): void {
  for (const [name, since] of Object.entries(readSyncFlags())) {
    // If the clock was set back, the wait must not become longer.
    const waited = Math.abs(now - since)
    if (!isListName(name) || !isPulledList(name) || waited >= SYNC_STALE_MS) continue
    if (states.get(name)?.kind === 'syncing') continue
    const giveUp = (): void => {
      stopWaiting(name)
      setState(name, IDLE)
    }
    left.set(name, setTimeout(giveUp, SYNC_STALE_MS - waited))
    setState(name, { kind: 'syncing' })
  }
}

/** Syncs from before a reload whose end is not known yet. */
export function interruptedSyncs(): readonly PulledList[] {
  return [...left.keys()]
}

/**
 * Handles the server's report that a sync from before the reload has ended: its rows may be newer
 * than those here.
 */
export async function endInterruptedSync(name: PulledList): Promise<void> {
  stopWaiting(name)
  ended(name, IDLE)
  await refetchList(queryClient, name)
}

function stopWaiting(name: PulledList): void {
  clearTimeout(left.get(name))
  left.delete(name)
}

/**
 * Removes flags older than 5 minutes; nothing waits for their sync any more (specification.md
 * section 4).
 */
export function clearStaleSyncFlags(now: number): void {
  const fresh = Object.entries(readSyncFlags()).filter(([, since]) => now - since < SYNC_STALE_MS)
  writeSyncFlags(Object.fromEntries(fresh))
}

/**
 * Three attempts. On a server with sync details, a lost answer takes none of them while its pull
 * runs, and what the pull has come to counts as its answer.
 */
async function pullWithRetries(name: PulledList, signal: AbortSignal): Promise<SyncState> {
  const since = serverNow()
  for (let attempt = 1; ; attempt += 1) {
    try {
      const outcome = await pullOnce(name, serverNow(), signal)
      if (outcome.kind !== 'error' || attempt >= SYNC_ATTEMPTS) return outcome
      await pause(SYNC_RETRY_AFTER_MS)
      signal.throwIfAborted()
    } catch (thrown) {
      const isLost = faultFacts(thrown).kind === 'network' && offers('syncs')
      if (!mayRetry(thrown) || (attempt >= SYNC_ATTEMPTS && !isLost)) throw thrown
      await pause(SYNC_RETRY_AFTER_MS)
      signal.throwIfAborted()
      if (!isLost) continue
      const found = await findLostPull(name, since, signal)
      if (found.kind === 'ended') return outcomeOf(name, found.run)
      // The next request joins it.
      if (found.kind === 'running') attempt -= 1
      else if (attempt >= SYNC_ATTEMPTS) throw thrown
    }
  }
}

/**
 * One pull. A server with sync details answers a long one early, and it is followed by its run: the browser has six
 * connections for everything, and six pulls would hold them until they end.
 * @param since when it is asked for, by the server's clock
 * @throws Fault
 */
async function pullOnce(name: PulledList, since: number, signal: AbortSignal): Promise<SyncState> {
  const { status, body } = await sendCall(pullEndpoint(name), {
    urgency: 'pull',
    answersWithinMs: PULL_ANSWERS_WITHIN_MS,
    ...(offers('syncs') && { headers: ANSWER_EARLY }),
  })
  if (status !== ACCEPTED) return successWith(noteOf(body))
  const found = await followPull(name, since, signal)
  if (found.kind === 'unknown') throw new Fault({ kind: 'http', status: 500 })
  return outcomeOf(name, found.run)
}

/** The outcome of a run that ended. */
function outcomeOf(name: PulledList, { state, cancelled, sentence }: SyncRun): SyncState {
  if (state !== 'failed') return successWith(state === 'success' ? null : sentence)
  if (cancelled) return IDLE
  return { kind: 'error', reason: sentence ?? syncFailed(listOf(name).title).fallback }
}

function successWith(note: string | null): SyncState {
  return { kind: 'success', ...(note !== null && { note }) }
}

/**
 * Our server's note on a pull that returned less than everything; other servers send something
 * else, or nothing.
 */
function noteOf(body: unknown): string | null {
  const read = PullReply.safeParse(body)
  if (!read.success) return null
  const { message, result } = read.data
  return result === 'partial' || result === 'empty' ? (message ?? null) : null
}

function ended(name: PulledList, state: SyncState): SyncState {
  const { [name]: _ended, ...others } = readSyncFlags()
  writeSyncFlags(others)
  setState(name, state)
  return state
}

function setState(name: PulledList, state: SyncState): void {
  states.set(name, state)
  tell()
}

function tell(): void {
  shown = new Map(states)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
