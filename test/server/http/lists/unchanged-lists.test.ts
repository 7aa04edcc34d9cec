/** A 304 may come from what the process has just read (decisions/server/hot-path.md), and ends when it does. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import {
  type CollectionName,
  collectionNames,
  collectionOf,
  isPeople,
} from '#contract/collections.ts'
import { API_PREFIX } from '#contract/constants.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { aMobileUser, anAdmin, aSuperAdmin, type Person } from '#test/support/people.ts'
import { type TestApp, testApp } from '#test/support/server/app.ts'
import { admissionAfter, admissionIn, CHANGES } from '#test/support/server/ended-rights.ts'

let app: TestApp
let root: Person
let who: Person
let token: string

beforeEach(async () => {
  app = await testApp()
  root = await aSuperAdmin(app.context)
  who = await anAdmin(app.context, { isSuperAdmin: true, features: ADMIN_FEATURES })
  token = await who.session()
})

afterEach(() => app.close())

async function get(name: CollectionName, etag?: string, query = '') {
  const { statusCode, headers, body } = await app.app.inject({
    url: `${API_PREFIX}${collectionOf(name).path}${query}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(etag !== undefined && { 'if-none-match': etag }),
    },
  })
  return { status: statusCode, headers, body, etag: String(headers['etag']) }
}

/** How many statements reach the database meanwhile. */
async function statementsDuring(work: () => Promise<unknown>): Promise<number> {
  const { db } = app.context
  if (!('$client' in db)) throw new Error('the database has no pool')
  const pool = Object(db.$client)
  const connect = pool.connect.bind(pool)
  let statements = 0
  pool.connect = (...args: unknown[]): unknown => {
    statements += 1
    return connect(...args)
  }
  try {
    await work()
  } finally {
    delete pool.connect
  }
  return statements
}

test.each(collectionNames)(
  'an unchanged list of %s costs one statement, and none within a second',
  async (name) => {
    if (!isPeople(name)) {
      const key = Object.fromEntries(collectionOf(name).key.map((field) => [field, '1']))
      await putRecords(app.context.db, name, [key], app.clock.now())
    }
    await aMobileUser(app.context)
    const { headers } = await get(name)
    app.clock.advance(1_000)
    const unchanged = async () => {
      const answer = await get(name, headers['etag'])
      expect([answer.status, answer.body]).toEqual([304, ''])
      for (const header of ['etag', 'x-seq', 'x-sync-epoch', 'x-as-of'])
        expect([header, answer.headers[header]]).toEqual([header, headers[header]])
    }
    expect(await statementsDuring(unchanged)).toBe(1)
    expect(await statementsDuring(unchanged)).toBe(0)
    app.clock.advance(999)
    expect(await statementsDuring(unchanged)).toBe(0)
    app.clock.advance(1)
    expect(await statementsDuring(unchanged)).toBe(1)
  },
)

test('an answer with data reads the session each time', async () => {
  await putRecords(app.context.db, 'bins', [{ id: 1 }], app.clock.now())
  for (const query of ['', '?part=first', '?since=0&epoch=x']) {
    await get('bins', undefined, query)
    expect(await statementsDuring(() => get('bins', undefined, query))).toBeGreaterThan(0)
    expect(await statementsDuring(() => get('bins', '"another"', query))).toBeGreaterThan(0)
  }
})

describe.each(['inventory', 'admins'] as const)('a 304 of %s when the caller', (name) => {
  test.each(CHANGES)('$title is refused at once where access has ended', async (change) => {
    const { etag } = await get(name)
    expect((await get(name, etag)).status).toBe(304)
    await change.make(app, who, { token, root })
    const answer = await get(name, etag)
    expect(admissionIn(answer)).toBe(admissionAfter(change, collectionOf(name).access))
  })
})

test('a row that this process writes is in the next answer', async () => {
  for (let id = 0; id < 5; id += 1) {
    const { etag } = await get('bins')
    expect((await get('bins', etag)).status).toBe(304)
    await putRecords(app.context.db, 'bins', [{ id }], app.clock.now())
    const next = await get('bins', etag)
    expect([next.status, next.headers['x-seq']]).toEqual([200, String(id + 1)])
  }
})
