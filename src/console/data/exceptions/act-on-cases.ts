/** What a person does to exceptions. Every call carries an id, so that a repeated one has no further effect. */
import { queryOptions } from '@tanstack/react-query'
import {
  type ActionReply,
  type CaseAction,
  type CaseRef,
  exceptionEndpoints,
  type RetryBody,
} from '#contract/own/exception-endpoints.ts'
import {
  caseKey,
  CASES_AT_ONCE,
  RECORD_COLLECTIONS,
  type Retry,
} from '#contract/records/exceptions.ts'
import { call } from '#console/data/api/call.ts'
import { Fault, mayRetry } from '#console/data/api/fault.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { refetchList } from '#console/data/collections/refetch-list.ts'
import {
  type Action,
  beginAction,
  endAction,
  noteAnswer,
} from '#console/data/exceptions/action-ids.ts'
import { randomId } from '#console/data/device/random-id.ts'
import { CASES_KEY, type KnownCases } from '#console/data/exceptions/cases.ts'
import { isAnothersTurn, readSession } from '#console/session/session.ts'

/** Chosen exceptions, or all open ones of a cause. */
export type Chosen = { readonly keys: readonly CaseRef[] } | { readonly cause: string }

type WithoutTarget<A> = A extends unknown ? Omit<A, 'action_id' | 'keys' | 'cause'> : never
/** An action without its target. */
export type CaseChange = WithoutTarget<CaseAction>

export type CaseResult = ActionReply['results'][number]

const RETRY_EVERY_MS = 1_000

/** What became of the exceptions, and the fault that kept the rest from being sent or answered. */
export interface ActedOn {
  readonly results: readonly CaseResult[]
  readonly fault: Fault | null
}

/**
 * Acts on exceptions, 500 at a time. If an answer is lost, the same call is the same action, also for those that were
 * answered.
 * @throws Fault if nothing was answered
 */
export async function actOnCases(change: CaseChange, chosen: Chosen): Promise<ActedOn> {
  const results: CaseResult[] = []
  let fault: Fault | null = null
  const { username: by } = readSession()
  const actions = actionsOf(change, chosen)
  for (const action of actions) {
    try {
      assertTurnOf(by)
      const body = { ...change, ...action.target, action_id: action.id } as CaseAction
      results.push(...(await call(exceptionEndpoints.actOnCases, { body })).results)
      noteAnswer(action)
    } catch (thrown) {
      fault = refusalOrLoss(thrown, action)
      break
    }
  }
  if (fault === null) for (const action of actions) endAction(action)
  if (!isAnothersTurn(by)) takeResults(results)
  const refreshed = queryClient.invalidateQueries({ queryKey: CASES_KEY })
  if (fault === null) await refreshed
  else if (results.length === 0) throw fault
  return { results, fault }
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
  const { username: by } = readSession()
  const actions = actionsOf({ action: 'retry' }, chosen)
  for (const action of actions) {
    try {
      const retry = await startRetry(action, by)
      noteAnswer(action)
      queryClient.setQueryData(retryQuery(retry.id).queryKey, retry)
      started.set(retry.id, retry)
    } catch (thrown) {
      const failed = refusalOrLoss(thrown, action)
      if (failed.status === NOTHING_TO_RETRY && started.size > 0) continue
      fault = failed
      if (failed.status !== NOTHING_TO_RETRY) break
    }
  }
  const isWhole = fault === null || fault.status === NOTHING_TO_RETRY
  if (isWhole) for (const action of actions) endAction(action)
  // Its progress is shown at once, however slow the line is.
  void queryClient.invalidateQueries({ queryKey: CASES_KEY })
  if (fault !== null && started.size === 0) throw fault
  return { retries: [...started.values()], fault: isWhole ? null : fault }
}

const NOTHING_TO_RETRY = 409

/**
 * A lock may end the session between two calls of one action. The next call would go out in the name of whoever is signed
 * in by then.
 */
function assertTurnOf(by: string | null): void {
  if (isAnothersTurn(by)) throw new Fault({ kind: 'network' })
}

/** Starts a retry. One whose answer was lost may have ended since; then a new one is started, as the person meant. */
async function startRetry(action: Action, by: string | null): Promise<Retry> {
  const send = (id: string): Promise<Retry> => {
    assertTurnOf(by)
    const body = { ...action.target, action_id: id } as RetryBody
    return call(exceptionEndpoints.startRetry, { body })
  }
  const retry = await send(action.id)
  return action.isRepeated && retry.ended_at !== null ? send(randomId()) : retry
}

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
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: CASES_KEY }),
    ...RECORD_COLLECTIONS.map((name) => refetchList(queryClient, name)),
  ])
}

function retryKey(id: string): readonly [string, string] {
  return ['exception-retry', id]
}

/** The calls of a change. In one order, so that a repeat names the same records even if the list was sorted again meanwhile. */
function actionsOf(change: Parameters<typeof beginAction>[0], chosen: Chosen): Action[] {
  if ('cause' in chosen) return [beginAction(change, chosen)]
  const keys = chosen.keys.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  const parts: Action[] = []
  for (let from = 0; from < keys.length; from += CASES_AT_ONCE)
    parts.push(beginAction(change, { keys: keys.slice(from, from + CASES_AT_ONCE) }))
  return parts
}

function keyOf({ collection, record_id }: CaseRef): string {
  return caseKey(collection, record_id)
}

/** The fault of a call. A refusal ends its action; without an answer it is not known whether it was done. */
function refusalOrLoss(thrown: unknown, action: Action): Fault {
  if (!(thrown instanceof Fault)) throw thrown
  if (thrown.kind === 'http' && !mayRetry(thrown)) endAction(action)
  return thrown
}

/**
 * The answer says what the cases are now, so the screen need not wait for the next list. A list that arrived while the
 * answer was on its way may be newer. A case overwritten with an older state would stay that way, because later
 * lists contain only what has changed since.
 */
function takeResults(results: readonly CaseResult[]): void {
  queryClient.setQueryData<KnownCases>(CASES_KEY, (known) => {
    if (!known) return known
    const cases = new Map(known.cases)
    for (const { collection, record_id, case: now } of results) {
      const key = caseKey(collection, record_id)
      if (now && now.version > (cases.get(key)?.version ?? 0)) cases.set(key, now)
    }
    return { ...known, cases }
  })
}
