/** What a person does to exceptions. Every call carries an id made here, so that a repeated one has no further effect. */
import { queryOptions } from '@tanstack/react-query'
import {
  type ActionReply,
  type CaseAction,
  type CaseRef,
  exceptionEndpoints,
} from '#contract/own/exception-endpoints.ts'
import {
  caseKey,
  CASES_AT_ONCE,
  RECORD_COLLECTIONS,
  type Retry,
} from '#contract/records/exceptions.ts'
import { call } from '#console/data/api/call.ts'
import { Fault } from '#console/data/api/fault.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { collectionKey } from '#console/data/collections/queries.ts'
import { CASES_KEY, type KnownCases } from '#console/data/exceptions/cases.ts'

/** Chosen exceptions, or all open ones of a cause. */
export type Chosen = { readonly keys: readonly CaseRef[] } | { readonly cause: string }

type WithoutTarget<A> = A extends unknown ? Omit<A, 'action_id' | 'keys' | 'cause'> : never
/** An action without its target. */
export type Deed = WithoutTarget<CaseAction>

export type CaseResult = ActionReply['results'][number]

/** Without https a browser has no `randomUUID`. */
function newActionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const RETRY_EVERY_MS = 1_000

/**
 * Acts on exceptions, 500 at a time.
 * @throws Fault
 */
export async function actOnCases(deed: Deed, chosen: Chosen): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = []
  for (const target of targetsOf(chosen)) {
    const body = { ...deed, ...target, action_id: newActionId() } as CaseAction
    results.push(...(await call(exceptionEndpoints.actOnCases, { body })).results)
  }
  takeResults(results)
  await queryClient.invalidateQueries({ queryKey: CASES_KEY })
  return results
}

/** What was started, and the fault that kept the rest from being sent. */
export interface StartedRetries {
  readonly retries: readonly Retry[]
  readonly fault: Fault | null
}

/**
 * Starts retries of 500 records at most, or joins those of the same records that run. What is among them and cannot be
 * tried again does not hold up the others.
 * @throws Fault if nothing was started
 */
export async function startRetries(chosen: Chosen): Promise<StartedRetries> {
  const started = new Map<string, Retry>()
  let fault: Fault | null = null
  for (const target of targetsOf(chosen)) {
    try {
      const body = { ...target, action_id: newActionId() }
      const retry = await call(exceptionEndpoints.startRetry, { body })
      queryClient.setQueryData(retryQuery(retry.id).queryKey, retry)
      started.set(retry.id, retry)
    } catch (thrown) {
      if (!(thrown instanceof Fault)) throw thrown
      if (thrown.status === NOTHING_TO_RETRY && started.size > 0) continue
      fault = thrown
      if (thrown.status !== NOTHING_TO_RETRY) break
    }
  }
  if (fault !== null && started.size === 0) throw fault
  // Its progress is shown at once, however slow the line is.
  void queryClient.invalidateQueries({ queryKey: CASES_KEY })
  return {
    retries: [...started.values()],
    fault: fault?.status === NOTHING_TO_RETRY ? null : fault,
  }
}

const NOTHING_TO_RETRY = 409

/** A retry, polled every second until it has ended. */
export function retryQuery(id: string) {
  return queryOptions<Retry>({
    queryKey: retryKey(id),
    queryFn: ({ signal }) => call(exceptionEndpoints.retry, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.ended_at ? false : RETRY_EVERY_MS),
  })
}

/** After a retry the rows and cases of its records are others. */
export async function refreshAfterRetry(): Promise<void> {
  await Promise.all(
    [CASES_KEY, ...RECORD_COLLECTIONS.map(collectionKey)].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}

function retryKey(id: string): readonly [string, string] {
  return ['exception-retry', id]
}

function targetsOf(chosen: Chosen) {
  if ('cause' in chosen) return [{ cause: chosen.cause }]
  const parts: { keys: CaseRef[] }[] = []
  for (let from = 0; from < chosen.keys.length; from += CASES_AT_ONCE)
    parts.push({ keys: chosen.keys.slice(from, from + CASES_AT_ONCE) })
  return parts
}

/** The answer says what the cases are now, so the screen need not wait for the next list. */
function takeResults(results: readonly CaseResult[]): void {
  queryClient.setQueryData<KnownCases>(CASES_KEY, (known) => {
    if (!known) return known
    const cases = new Map(known.cases)
    for (const { collection, record_id, case: now } of results)
      if (now) cases.set(caseKey(collection, record_id), now)
    return { ...known, cases }
  })
}
