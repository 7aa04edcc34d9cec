/** Random histories of answers, retries and decisions against a plain model of cases. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RETRY_FAULTS_MAX } from '#contract/records/exceptions.ts'
import type { Row } from '#contract/collections.ts'
import type { Transaction } from '#server/db/database.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import { actOnCases } from '#server/db/mirror/cases/act-on-cases.ts'
import { findCases, readCases } from '#server/db/mirror/cases/read-cases.ts'
import { readRetry } from '#server/db/mirror/cases/read-retries.ts'
import { startRetry } from '#server/db/mirror/cases/start-retry.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { between, createRandom, pick, type Random } from '#test/netsuite/random.ts'
import { type TestApp, testApp } from '#test/support/server/app.ts'
import { anAdmin } from '#test/support/people.ts'
import { CaseModel, type ModelAnswer } from '#test/server/db/mirror/case-model.ts'

const HISTORIES = Number(process.env['HISTORIES'] ?? 20)
const STEPS = 14
/** More would not be cheaper. */
const AT_ONCE = 50
const START = Date.UTC(2026, 0, 1)
/** A client asks for changes after this many steps. */
const LOOK_EVERY = 5
const COLLECTION = 'binTransfer'
const PEOPLE = ['ada', 'bob'] as const
/** With the causes that they belong to: two of the record, two of the account. */
const MESSAGES = {
  'bin-inactive': 'The bin A-1 is inactive.',
  'item-unknown': "Item B isn't in the NetSuite data. Sync items, then try again.",
  permission: 'Permission violation',
  'erp-down': 'NetSuite reported an internal error (status 500). Try again later.',
} as const

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  for (const username of PEOPLE) await anAdmin(app.context, { username })
})
afterAll(() => app.close())

test(`after each step of ${String(HISTORIES)} histories, cases and retries are those of the model`, async () => {
  for (let first = 1; first <= HISTORIES; first += AT_ONCE) {
    const count = Math.min(AT_ONCE, HISTORIES + 1 - first)
    await expect(playAll(first, count)).resolves.toBeUndefined()
  }
})

/** Plays histories of different records side by side, step by step, because most of their cost is the database's. */
async function playAll(first: number, count: number): Promise<void> {
  const { db } = app.context
  const histories = Array.from({ length: count }, (_, nth) => aHistory(first + nth))
  const ids = histories.flatMap((one) => one.ids)
  await db.insert(floorRecords).values(ids.map(aBooking))
  await put(ids.map((id) => ({ id })))
  let { state } = await readCases(db, [COLLECTION], null)
  const followed = new Map<string, unknown>()
  for (let step = 0; step < STEPS; step += 1) {
    await moveAll(histories)
    const found = byId(await findCases(db, COLLECTION, ids))
    for (const one of histories) expectCases(one, found)
    if (step % LOOK_EVERY === 0 || step === STEPS - 1) await look()
  }

  /** A client that follows has the same cases, and the retries are as they should be. */
  async function look(): Promise<void> {
    const changes = await readCases(db, [COLLECTION], state.seq)
    state = changes.state
    for (const [id, one] of byId(changes.cases)) followed.set(id, one)
    for (const one of histories) {
      expectCases(one, followed)
      for (const [id, name] of one.retries) {
        const stored = await readRetry(db, id)
        const { total, succeeded, failed, endedAt, stoppedBecause } = stored ?? {}
        const there = { total, succeeded, failed, isEnded: endedAt !== null, stoppedBecause }
        expect([one.seed, one.done, there]).toEqual([one.seed, one.done, one.model.retry(name)])
      }
    }
  }
}

function byId(cases: readonly Parameters<typeof plain>[0][]): Map<string, unknown> {
  return new Map(cases.map((one) => [one.recordId, plain(one)]))
}

function expectCases({ seed, done, ids, model }: History, found: ReadonlyMap<string, unknown>) {
  const there = ids.flatMap((id) => found.get(id) ?? [])
  expect([seed, done, there]).toEqual([seed, done, model.cases(ids)])
}

interface History {
  readonly seed: number
  readonly random: Random
  readonly ids: readonly string[]
  readonly model: CaseModel
  /** In ms; rises. */
  now: number
  /** The names of retries in the model, by their ids. */
  readonly retries: Map<string, string>
  /** What happened so far, in words. */
  readonly done: string[]
}

function aHistory(seed: number): History {
  const random = createRandom(seed)
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    .slice(0, between(random, 1, 6))
    .map((one) => `${String(seed)}-${one}`)
  const model = new CaseModel(RETRY_FAULTS_MAX)
  return { seed, random, ids, model, now: START, retries: new Map(), done: [] }
}

/** One step of each history: what people do goes into one transaction, and so do all answers. */
async function moveAll(histories: readonly History[]): Promise<void> {
  const rows: Row[] = []
  await app.context.db.transaction(async (tx) => {
    for (const one of histories) {
      one.now += between(one.random, 0, 2) * 1_000
      const move = pick(one.random, ['answer', 'answer', 'answer', 'decide', 'decide', 'retry'])
      if (move === 'answer') rows.push(...answer(one))
      else await (move === 'decide' ? decide(tx, one) : retry(tx, one))
    }
  })
  if (rows.length > 0) await put(rows)
}

const put = (rows: readonly Row[]) => putRecords(app.context.db, COLLECTION, rows, Date.now())

/** NetSuite answers one or several records, sometimes with the answer that they have. */
function answer({ random, ids, model, now, done }: History): Row[] {
  const chosen = random() < 0.8 ? [pick(random, ids)] : ids
  const answers = chosen.map((id): ModelAnswer => {
    const cause =
      random() < 0.4 ? null : pick(random, Object.keys(MESSAGES) as (keyof typeof MESSAGES)[])
    return { id, cause, at: now }
  })
  // The database goes by the order of the rows, and so does the model.
  model.answer(answers)
  done.push(`answers ${answers.map(({ id, cause }) => `${id}=${cause ?? 'booked'}`).join()}`)
  return answers.map(({ id, cause, at }) =>
    answered(id, cause === null ? null : MESSAGES[cause as keyof typeof MESSAGES], at),
  )
}

function answered(id: string, message: string | null, at: number): Row {
  const success = message === null
  return {
    id,
    netsuite_response: {
      message: 'Answered',
      operation_time: new Date(at).toISOString(),
      netsuite_acknowledgment: { message: message ?? 'Booked', success },
    },
  }
}

/** A person decides something, sometimes from an old page. */
async function decide(tx: Transaction, { random, ids, model, now, done }: History): Promise<void> {
  const by = pick(random, PEOPLE)
  const action = pick(random, [
    { action: 'acknowledge' },
    { action: 'reopen' },
    { action: 'assign', assignee: pick(random, [...PEOPLE, null]) },
    { action: 'snooze', until: new Date(now + 3_600_000).toISOString() },
    { action: 'resolve', how: 'not-needed' },
    { action: 'note', text: 'Looked at it' },
  ] as const)
  const keys = [pick(random, ids)].map((id) => ({
    collection: COLLECTION,
    record_id: id,
    version: Math.max(0, model.version(id) - (random() < 0.2 ? 1 : 0)),
  }))
  const results = await actOnCases(
    tx,
    { ...action, action_id: randomUUID(), keys },
    { by, at: new Date(now), collections: [COLLECTION], assertMay: () => undefined },
  )
  expect(results.map(({ result }) => result)).toEqual(
    keys.map(({ record_id: id, version }) => model.act(id, version, action, by, now)),
  )
  done.push(`${by} does ${action.action} to ${keys.map(({ record_id: id }) => id).join()}`)
}

/** A person tries some records again. */
async function retry(
  tx: Transaction,
  { random, ids, model, now, retries, done }: History,
): Promise<void> {
  const keys = ids.filter(() => random() < 0.7)
  const which = { keys: keys.map((id) => ({ collection: COLLECTION, id })) }
  const started = await startRetry(
    tx,
    which,
    { by: 'ada', collections: [COLLECTION] },
    new Date(now),
  )
  const name = model.startRetry(keys)
  expect(started?.isJoined).toEqual(name?.isJoined)
  if (started && name && !name.isJoined) retries.set(started.retry.id, name.name)
  done.push(`retries ${keys.join()}`)
}

function aBooking(id: string) {
  return {
    collection: COLLECTION,
    id,
    userid: 'picker1',
    clientId: id,
    hash: '',
    booking: 'failed' as const,
    createdAt: new Date(START),
    madeAt: new Date(START),
  }
}

/** What the model says of a case. */
function plain(one: Awaited<ReturnType<typeof findCases>>[number]) {
  const {
    recordId: id,
    state,
    cause,
    failures,
    assignee,
    resolvedHow,
    resolvedBy,
    notes,
    version,
  } = one
  return {
    id,
    state,
    cause,
    failures,
    assignee,
    resolvedHow,
    resolvedBy,
    notes,
    version,
    kind: one.kind,
    isSnoozed: one.snoozedUntil !== null,
    isTriedAgain: one.triedAgainAt !== null,
    first: one.firstFailedAt.getTime(),
    last: one.lastFailedAt.getTime(),
    reopened: one.reopenedAt?.getTime() ?? null,
    isInRetry: one.retryId !== null,
  }
}
