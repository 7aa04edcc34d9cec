/** Random histories of answers, retries and decisions against a plain model of cases. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RETRY_FAULTS_MAX } from '#contract/records/exceptions.ts'
import type { Row } from '#contract/collections.ts'
import { floorRecords } from '#server/db/floor-schema.ts'
import { actOnCases } from '#server/db/mirror/cases/act-on-cases.ts'
import { findCases, readCases, readRetry } from '#server/db/mirror/cases/read-cases.ts'
import { startRetry } from '#server/db/mirror/cases/start-retry.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { between, createRandom, pick, type Random } from '#test/netsuite/random.ts'
import { type TestApp, testApp } from '#test/support/server/app.ts'
import { anAdmin } from '#test/support/people.ts'
import { CaseModel, type ModelAnswer } from '#test/server/db/mirror/case-model.ts'

const HISTORIES = Number(process.env['HISTORIES'] ?? 15)
const STEPS = 14
/** A client asks for changes after this many steps. */
const LOOK_EVERY = 5
const COLLECTION = 'binTransfer'
const PEOPLE = ['ada', 'bob'] as const
/** With the causes that they belong to: two of the record, two of the account. */
const MESSAGES = {
  'bin-inactive': 'The bin A-1 is inactive.',
  'item-unknown': "Item B isn't in the NetSuite data. Sync items, then retry.",
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
  for (let seed = 1; seed <= HISTORIES; seed += 1) await expect(play(seed)).resolves.toBeUndefined()
})

async function play(seed: number): Promise<void> {
  const random = createRandom(seed)
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    .slice(0, between(random, 1, 6))
    .map((one) => `${String(seed)}-${one}`)
  const model = new CaseModel(RETRY_FAULTS_MAX)
  const history = {
    random,
    ids,
    model,
    now: Date.UTC(2026, 0, 1),
    retries: new Map<string, string>(),
  }
  await app.context.db.insert(floorRecords).values(ids.map(aBooking))
  for (const id of ids) await put([{ id }])
  const done: string[] = []
  let { state } = await readCases(app.context.db, [COLLECTION], 0)
  const followed = new Map<string, unknown>()
  for (let step = 0; step < STEPS; step += 1) {
    history.now += between(random, 0, 2) * 1_000
    done.push(await pick(random, [answer, answer, answer, decide, decide, retry])(history))
    const found = await findCases(app.context.db, COLLECTION, ids)
    expect([seed, done, found.map(plain)]).toEqual([seed, done, model.cases(ids)])
    if (step % LOOK_EVERY === 0 || step === STEPS - 1) await look()
  }

  /** A client that follows has the same cases, and the retries are as they should be. */
  async function look(): Promise<void> {
    const changes = await readCases(app.context.db, [COLLECTION], state.seq)
    for (const one of changes.cases)
      if (ids.includes(one.recordId)) followed.set(one.recordId, plain(one))
    state = changes.state
    const known = ids.flatMap((id) => followed.get(id) ?? [])
    expect([seed, done, known]).toEqual([seed, done, model.cases(ids)])
    for (const [id, name] of history.retries) {
      const stored = await readRetry(app.context.db, id)
      const { total, succeeded, failed, endedAt, stoppedBecause } = stored ?? {}
      const found = { total, succeeded, failed, isEnded: endedAt !== null, stoppedBecause }
      expect([seed, done, found]).toEqual([seed, done, model.retry(name)])
    }
  }
}

interface History {
  readonly random: Random
  readonly ids: readonly string[]
  readonly model: CaseModel
  /** In ms; rises. */
  now: number
  /** The names of retries in the model, by their ids. */
  readonly retries: Map<string, string>
}

const put = (rows: readonly Row[]) => putRecords(app.context.db, COLLECTION, rows, Date.now())

/** NetSuite answers one or several records, sometimes with the answer that they have. */
async function answer({ random, ids, model, now }: History): Promise<string> {
  const chosen = random() < 0.8 ? [pick(random, ids)] : ids
  const answers = chosen.map((id): ModelAnswer => {
    const cause =
      random() < 0.4 ? null : pick(random, Object.keys(MESSAGES) as (keyof typeof MESSAGES)[])
    return { id, cause, at: now }
  })
  await put(
    answers.map(({ id, cause, at }) =>
      answered(id, cause === null ? null : MESSAGES[cause as keyof typeof MESSAGES], at),
    ),
  )
  // The database goes by the order of the rows, and so does the model.
  model.answer(answers)
  return `answers ${answers.map(({ id, cause }) => `${id}=${cause ?? 'booked'}`).join()}`
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
async function decide({ random, ids, model, now }: History): Promise<string> {
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
  const results = await app.context.db.transaction((tx) =>
    actOnCases(
      tx,
      { ...action, action_id: randomUUID(), keys },
      { by, at: new Date(now), collections: [COLLECTION] },
    ),
  )
  expect(results.map(({ result }) => result)).toEqual(
    keys.map(({ record_id: id, version }) => model.act(id, version, action, by, now)),
  )
  return `${by} does ${action.action} to ${keys.map(({ record_id: id }) => id).join()}`
}

/** A person tries some records again. */
async function retry({ random, ids, model, now, retries }: History): Promise<string> {
  const keys = ids.filter(() => random() < 0.7)
  const started = await app.context.db.transaction((tx) =>
    startRetry(
      tx,
      { keys: keys.map((id) => ({ collection: COLLECTION, id })) },
      'ada',
      new Date(now),
    ),
  )
  const name = model.startRetry(keys)
  expect(started?.isJoined).toEqual(name?.isJoined)
  if (started && name && !name.isJoined) retries.set(started.retry.id, name.name)
  return `retries ${keys.join()}`
}

function aBooking(id: string) {
  return {
    collection: COLLECTION,
    id,
    userid: 'picker1',
    clientId: id,
    hash: '',
    booking: 'failed' as const,
    createdAt: new Date(0),
    madeAt: new Date(0),
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
