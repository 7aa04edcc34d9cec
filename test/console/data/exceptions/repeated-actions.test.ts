/** What the server is sent when a person presses again after an answer was lost. */
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Case } from '#contract/records/exceptions.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import {
  actOnCases,
  type Chosen,
  type CaseChange,
  startRetries,
} from '#console/data/exceptions/act-on-cases.ts'
import { CASES_KEY, type KnownCases } from '#console/data/exceptions/cases.ts'
import { endSession } from '#console/session/session.ts'
import { offering } from '#test/support/console/console-config.ts'
import { fakeApi } from '#test/support/console/calls/fake-api.ts'
import { signedIn } from '#test/support/console/session.ts'

interface Sent {
  readonly action_id: string
  readonly keys?: readonly { readonly collection: string; readonly record_id: string }[]
}

const api = fakeApi()
const NOON = Date.UTC(2026, 4, 11, 12)
const HOUR_MS = 3_600_000
const sent: Sent[] = []
/** When the retries ended that the server answers with. */
let endedAt: string | null = null
/** Happens while a call is under way. */
let signIn = (): void => {}
/** What happens to the next calls; those after them are answered. */
let fates: ('answered' | 'lost' | 'cut' | 'refused' | 'broken')[] = []

const failures = {
  lost: () => HttpResponse.error(),
  cut: () => HttpResponse.json({ results: 'cut' }),
  refused: () => HttpResponse.json({ detail: 'No.' }, { status: 403 }),
  broken: () => HttpResponse.json({}, { status: 500 }),
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] })
  offering('exceptions')
  signedIn({ username: 'ada', isSuperAdmin: true })
  queryClient.clear()
  sent.length = 0
  fates = []
  signIn = () => {}
  endedAt = null
  const answer = (reply: (body: Sent) => object) =>
    http.post('*/api/exceptions/:what', async ({ request }) => {
      const body = (await request.json()) as Sent
      sent.push(body)
      signIn()
      const fate = fates.shift() ?? 'answered'
      return fate === 'answered' ? HttpResponse.json(reply(body)) : failures[fate]()
    })
  api.use(
    http.post('*/api/exceptions/retries', async ({ request }) => {
      const body = (await request.json()) as Sent
      sent.push(body)
      signIn()
      const fate = fates.shift() ?? 'answered'
      return fate === 'answered'
        ? HttpResponse.json(retryOf(body.action_id), { status: 202 })
        : failures[fate]()
    }),
    answer(({ keys = [] }) => ({
      results: keys.map(({ collection, record_id }) => ({
        collection,
        record_id,
        result: 'changed',
        case: { ...caseOf(record_id), assignee: 'kim', version: 2 },
      })),
    })),
    http.get('*/api/health', () => HttpResponse.json({ status: 'ok' })),
  )
})
afterEach(() => {
  endSession('logout')
  vi.useRealTimers()
})

const NOTE: CaseChange = { action: 'note', text: 'Counted twice' }
const keys = (count: number, version = 1): Chosen => ({
  keys: Array.from({ length: count }, (_, nth) => ({
    collection: 'binAdjustmentRecords',
    record_id: String(nth),
    version,
  })),
})
const ids = () => sent.map(({ action_id }) => action_id)
const failed = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ name: 'Fault' })

describe('an action whose answer was lost', () => {
  test.each(['lost', 'cut', 'broken'] as const)(
    'an action whose answer was %s is sent again with the same id, and the next one with another',
    async (fate) => {
      fates = [fate, fate]
      await failed(actOnCases(NOTE, { cause: 'bin-inactive' }))
      await failed(actOnCases(NOTE, { cause: 'bin-inactive' }))
      await actOnCases(NOTE, { cause: 'bin-inactive' })
      await actOnCases(NOTE, { cause: 'bin-inactive' })
      const [first, second, third, next] = ids()
      expect([second, third]).toEqual([first, first])
      expect(next).not.toBe(first)
    },
  )

  test('a refusal is an answer, so the next attempt is another action', async () => {
    fates = ['refused']
    await failed(actOnCases(NOTE, keys(1)))
    await actOnCases(NOTE, keys(1))
    expect(new Set(ids()).size).toBe(2)
  })

  test('a list that was refreshed meanwhile, in another order, has the same records', async () => {
    fates = ['lost']
    await failed(actOnCases(NOTE, keys(3, 0)))
    const { keys: again } = keys(3, 1) as Extract<Chosen, { keys: unknown }>
    await actOnCases(NOTE, { keys: again.toReversed() })
    expect(new Set(ids()).size).toBe(1)
    expect(sent.at(-1)?.keys).toContainEqual(again[0])
  })

  test.each<[what: string, change: CaseChange, chosen: Chosen]>([
    ['another text', { action: 'note', text: 'Counted thrice' }, keys(1)],
    ['other records', NOTE, keys(2)],
    ['a cause', NOTE, { cause: 'bin-inactive' }],
    ['another action', { action: 'acknowledge' }, keys(1)],
  ])('%s is another action', async (_what, change, chosen) => {
    fates = ['lost']
    await failed(actOnCases(NOTE, keys(1)))
    await actOnCases(change, chosen)
    expect(new Set(ids()).size).toBe(2)
  })

  test('after another action on the same records it is a new action', async () => {
    fates = ['lost']
    await failed(actOnCases({ action: 'acknowledge' }, keys(1)))
    await actOnCases({ action: 'reopen' }, keys(2))
    await actOnCases({ action: 'acknowledge' }, keys(1))
    expect(new Set(ids()).size).toBe(3)
  })

  test('an action on other records leaves it as it is', async () => {
    fates = ['lost']
    await failed(actOnCases(NOTE, keys(1)))
    const { keys: others } = keys(2) as Extract<Chosen, { keys: unknown }>
    await actOnCases(NOTE, { keys: others.slice(1) })
    await actOnCases(NOTE, keys(1))
    const [first, , again] = ids()
    expect(again).toBe(first)
  })

  test("'For an hour' is the same action a minute later, and 'For a week' another one", async () => {
    const snooze = (ms: number): CaseChange => ({
      action: 'snooze',
      until: new Date(Date.now() + ms).toISOString(),
    })
    fates = ['lost', 'lost']
    await failed(actOnCases(snooze(HOUR_MS), keys(1)))
    vi.setSystemTime(NOON + 60_000)
    await failed(actOnCases(snooze(HOUR_MS), keys(1)))
    await actOnCases(snooze(7 * 24 * HOUR_MS), keys(1))
    const [first, again, week] = ids()
    expect(again).toBe(first)
    expect(week).not.toBe(first)
  })

  test('after an hour it is no longer the same action, because records may fail again by then', async () => {
    fates = ['lost']
    await failed(actOnCases(NOTE, keys(1)))
    vi.setSystemTime(NOON + HOUR_MS + 1)
    await actOnCases(NOTE, keys(1))
    expect(new Set(ids()).size).toBe(2)
  })

  test('a wipe forgets it, and a lock does not', async () => {
    fates = ['lost', 'lost']
    await failed(actOnCases(NOTE, keys(1)))
    endSession('hidden')
    signedIn({ username: 'ada', isSuperAdmin: true })
    await failed(actOnCases(NOTE, keys(1)))
    endSession('logout')
    signedIn({ username: 'ada', isSuperAdmin: true })
    await actOnCases(NOTE, keys(1))
    const [first, afterLock, afterWipe] = ids()
    expect(afterLock).toBe(first)
    expect(afterWipe).not.toBe(first)
  })

  test('what another admin does is never the same action', async () => {
    fates = ['lost']
    await failed(actOnCases(NOTE, keys(1)))
    endSession('hidden')
    signedIn({ username: 'bob', isSuperAdmin: true })
    await actOnCases(NOTE, keys(1))
    expect(new Set(ids()).size).toBe(2)
  })
})

describe('more than 500 exceptions', () => {
  test('the results of the first 500 are taken over although the answer to the others was lost', async () => {
    queryClient.setQueryData<KnownCases>(CASES_KEY, known())
    fates = ['answered', 'lost']
    const { results, fault } = await actOnCases(NOTE, keys(700))
    expect(results).toHaveLength(500)
    expect(fault?.kind).toBe('network')
    const assigned = [...(queryClient.getQueryData<KnownCases>(CASES_KEY)?.cases.values() ?? [])]
    expect(assigned.filter(({ assignee }) => assignee === 'kim')).toHaveLength(500)
  })

  test.each(['lost', 'refused'] as const)(
    'after an answer for the others that was %s, those that were done are not done again',
    async (fate) => {
      fates = ['answered', fate]
      await actOnCases(NOTE, keys(700))
      const { results, fault } = await actOnCases(NOTE, keys(700))
      expect([results.length, fault]).toEqual([700, null])
      const [first, second, firstAgain, secondAgain] = ids()
      expect(firstAgain).toBe(first)
      expect(secondAgain === second).toBe(fate === 'lost')
      await actOnCases(NOTE, keys(700))
      expect(ids().slice(4)).not.toContain(first)
    },
  )
})

describe('what is left of an action when another admin has signed in between its calls', () => {
  test.each([
    ['an action', () => actOnCases(NOTE, keys(700))],
    ['a retry', () => startRetries(keys(700))],
  ])('%s is not sent in the name of that admin', async (_what, begin) => {
    signIn = () => {
      endSession('hidden')
      signedIn({ username: 'bob', isSuperAdmin: true })
    }
    const { fault } = await begin()
    expect(fault?.kind).toBe('network')
    expect(sent.map(({ keys: named = [] }) => named.length)).toEqual([500])
  })
})

describe('a retry whose answer was lost', () => {
  test('it is sent again with the same id, and the next one with another', async () => {
    fates = ['lost']
    await failed(startRetries({ cause: 'bin-inactive' }))
    await startRetries({ cause: 'bin-inactive' })
    await startRetries({ cause: 'bin-inactive' })
    const [first, again, next] = ids()
    expect(again).toBe(first)
    expect(next).not.toBe(first)
  })

  test('one that has ended meanwhile is followed by a new one', async () => {
    fates = ['lost']
    await failed(startRetries({ cause: 'bin-inactive' }))
    endedAt = new Date(NOON).toISOString()
    await startRetries({ cause: 'bin-inactive' })
    const [first, again, fresh, ...more] = ids()
    expect([again, more]).toEqual([first, []])
    expect(fresh).not.toBe(first)
  })

  test('those of the first 500 run on, and pressing again joins them instead of starting others', async () => {
    fates = ['answered', 'lost']
    const { retries, fault } = await startRetries(keys(700))
    expect([retries.length, fault?.kind]).toEqual([1, 'network'])
    await startRetries(keys(700))
    const [first, second, ...again] = ids()
    expect(again).toEqual([first, second])
  })
})

function caseOf(record_id: string): Case {
  const failed_at = new Date(NOON).toISOString()
  return {
    collection: 'binAdjustmentRecords',
    record_id,
    kind: 'refused',
    cause: 'bin-inactive',
    state: 'new',
    assignee: null,
    snoozed_until: null,
    failures: 1,
    first_failed_at: failed_at,
    last_failed_at: failed_at,
    reopened_at: null,
    resolved_by: null,
    resolved_at: null,
    resolved_how: null,
    erp_number: null,
    retry_id: null,
    notes: 0,
    version: 1,
  }
}

function known(): KnownCases {
  const cases = new Map(
    Array.from({ length: 700 }, (_, nth) => [
      `binAdjustmentRecords|${String(nth)}`,
      caseOf(String(nth)),
    ]),
  )
  return { seq: 1, epoch: 'e', cases, owners: new Map(), retries: [], fetchedAt: NOON }
}

function retryOf(id: string): object {
  return {
    id,
    cause: null,
    by: 'ada',
    started_at: new Date(NOON).toISOString(),
    ended_at: endedAt,
    total: 1,
    succeeded: 0,
    failed: 0,
    waiting: 1,
    stopped_because: null,
  }
}
