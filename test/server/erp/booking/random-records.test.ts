import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { problemText } from '#contract/problem.ts'
import { startSession } from '#server/auth/sessions.ts'
import { createRandom, pick } from '#test/netsuite/random.ts'
import type { SavedRecord } from '#test/netsuite/records/saved-record.ts'
import type { Row as ErpRow } from '#test/netsuite/tables.ts'
import { aCase, type Case, shownMove } from '#test/server/erp/booking/model/intent.ts'
import { aWorld, someTime, type World } from '#test/server/erp/booking/model/world.ts'
import { aScanner, listed, sendRecord } from '#test/support/floor.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

/** How many; `npm run test:long` sends more. */
const RECORDS = Number(process.env['RECORDS'] ?? 30)
const SEED = Number(process.env['SEED'] ?? 20260511)
const HOUR_MS = 3_600_000
/** The machine may run other suites at the same time. */
const LIMIT_MS = 1_200_000
/** The account is seven hours behind. */
const OFFSET_MINUTES = -420
const NOW = Date.UTC(2026, 4, 11, 12)
const CLOSED_UNTIL = Date.UTC(2026, 2, 31)

let app: ErpApp
let world: World
const random = createRandom(SEED)
beforeAll(async () => {
  world = aWorld(random, CLOSED_UNTIL)
  const { warehouse } = world
  app = await erpApp({ warehouse, now: NOW, utcOffsetMinutes: OFFSET_MINUTES })
  for (const collection of ['locations', 'bins', 'items'] as const) await app.pull(collection)
})
afterAll(() => app.close())

interface Sent extends Case {
  readonly id: string | null
  readonly refusal: unknown
  readonly day: string
}

test(
  `${RECORDS} random records (seed ${SEED}) are booked exactly as meant, or refused with the reason`,
  async () => {
    const people = await somePeople()
    const sent: Sent[] = []
    for (let nth = 0; nth < RECORDS; nth += 1) {
      const person = pick(random, people)
      const one = aCase(random, world, person)
      const at = someTime(random, app.clock.now())
      const created_at = new Date(at).toISOString()
      const body = { client_id: `r-${String(nth)}`, created_at, ...one.body }
      const answer = await sendRecord(app, person.token, one.kind, body)
      const isStored = answer.status === 201
      expect([201, 422]).toContain(answer.status)
      const day = new Date(at + OFFSET_MINUTES * 60_000).toISOString().slice(0, 10)
      const id = isStored ? String(answer.body['id']) : null
      sent.push({ ...one, id, refusal: problemText(answer.body), day })
      app.clock.advance(1_000)
    }
    await rest()
    expect(
      bookedIn(sent).filter(({ day, type }) => isClosed(day) && type !== 'bintransfer'),
    ).toEqual([])
    world.warehouse.change('accountingperiod', 1, { closed: 'F' })
    await rest()
    const wrong = sent.filter((one) => !isDeepStrictEqual(resultOf(one), wanted(one)))
    expect(wrong.map((one) => ({ sent: one, booked: resultOf(one) }))).toEqual([])
    const reasons = await reasonsOf(sent)
    const reasonOf = (one: Sent) => String(one.refusal ?? reasons.get(one.id ?? ''))
    const refused = sent.filter(({ moves }) => moves === null)
    expect(refused.filter((one) => !/^\w.* .*\.$/s.test(reasonOf(one)))).toEqual([])
    expect(world.warehouse.records.size).toBe(sent.filter(({ moves }) => moves !== null).length)
    const booked = sent.filter(({ moves }) => moves !== null)
    expect(booked.length).toBeGreaterThan(RECORDS / 5)
    expect(booked.length).toBeLessThan(RECORDS)
  },
  LIMIT_MS,
)

/** Time passes, and everything is synced, until nothing waits but for a person. */
async function rest(): Promise<void> {
  await app.erp.poll()
  for (const collection of ['locations', 'bins', 'items'] as const) await app.pull(collection)
  await app.erp.poll()
  for (let hour = 0; hour < 3; hour += 1) {
    app.clock.advance(HOUR_MS)
    await app.erp.poll()
  }
}

const isClosed = (day: string) => Date.parse(`${day}T00:00:00Z`) <= CLOSED_UNTIL

interface Person {
  readonly token: string
  readonly home: ErpRow<'location'>
}

/** Each works in one location, which the account may have under a name that others have, too. */
async function somePeople(): Promise<Person[]> {
  const people: Person[] = []
  for (const [nth, home] of world.locations.slice(0, 6).entries()) {
    const userid = `picker${String(nth)}`
    const token = await aScanner(app, { userid, location: home.fullname ?? '' })
    people.push({ token, home })
  }
  return people
}

const recordOf = ({ id, type }: Sent): SavedRecord | undefined =>
  world.warehouse.records.get(`${type}/dockside-${id ?? ''}`)
const bookedIn = (sent: readonly Sent[]) => sent.filter((one) => recordOf(one) !== undefined)

/** What was booked, in the form in which the model says it. */
function resultOf(one: Sent) {
  const record = recordOf(one)
  if (!record) return null
  const moves = record.lines.flatMap((line) => line.moves)
  return {
    day: record.day,
    subsidiary: record.subsidiary,
    moves: moves
      .map((move) =>
        shownMove({
          ...move,
          number: numberOf(move.number),
          status: move.status ?? null,
        }),
      )
      .toSorted(),
  }
}

function wanted({ day, subsidiary, moves }: Sent) {
  return moves && { day, subsidiary, moves }
}

function numberOf(id: number | undefined): string | null {
  return id === undefined
    ? null
    : (world.warehouse.find('inventorynumber', id)?.inventorynumber ?? null)
}

async function reasonsOf(sent: readonly Sent[]): Promise<ReadonlyMap<string, unknown>> {
  const root = await startSession(app.context.db, 'root', 'full', app.clock.now())
  const reasons = new Map<string, unknown>()
  for (const kind of new Set(sent.map((one) => one.kind)))
    for (const row of await listed(app, root, kind)) {
      const response = row['netsuite_response'] as Row | undefined
      const said = response?.['netsuite_acknowledgment'] as Row | undefined
      reasons.set(String(row['id']), said?.['message'])
    }
  return reasons
}
