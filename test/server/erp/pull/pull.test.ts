import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PulledCollection } from '#contract/collections.ts'
import { pulledCollections, type Row } from '#contract/collections.ts'
import { listEndpoint, pullEndpoint } from '#contract/sync/list-endpoints.ts'
import { type SyncArea, syncEndpoints } from '#contract/sync/runs.ts'
import { makeWarehouse } from '#test/netsuite/generator/make-warehouse.ts'
import { call } from '#test/support/server/clients/call.ts'
import { aMoment, erpApp, type ErpApp } from '#test/support/server/erp-app.ts'
import { anAdmin } from '#test/support/people.ts'

const START = Date.UTC(2026, 4, 11, 12)

let app: ErpApp

beforeEach(async () => {
  const warehouse = makeWarehouse({
    now: () => START,
    locations: 6,
    bins: 2_500,
    items: 40,
    inventory: 120,
    salesOrders: 20,
    inboundShipments: 10,
  })
  app = await erpApp({ warehouse })
})

afterEach(() => app.close())

interface Listed {
  readonly rows: Row[]
  readonly seq: number
  readonly asOf: unknown
  readonly etag: unknown
}

async function listed(collection: PulledCollection): Promise<Listed> {
  const { body, headers } = await call(app.app, listEndpoint(collection), { token: app.token })
  return {
    rows: body['data'] as Row[],
    seq: Number(headers['x-seq']),
    asOf: headers['x-as-of'],
    etag: headers['etag'],
  }
}

describe('a pull', () => {
  test.each(pulledCollections)(
    'a pull of %s fills the list with the rows of the ERP',
    async (collection) => {
      const { status, body } = await app.pull(collection)
      expect(status).toBe(200)
      const { rows } = await listed(collection)
      expect(rows.length).toBeGreaterThan(5)
      expect(body).toEqual({
        added: rows.length,
        changed: 0,
        removed: 0,
        total: rows.length,
        refused: 0,
        result: 'success',
      })
    },
  )

  test('a pull reads page by page', async () => {
    await app.pull('bins')
    expect(app.netsuite.requests.byName['bin']).toBe(3)
    expect((await listed('bins')).rows).toHaveLength(2_500)
  })

  test('a pull that finds no change writes nothing and does not raise the sequence', async () => {
    await app.pull('bins')
    const before = await listed('bins')
    const { body } = await app.pull('bins')
    expect(body).toMatchObject({ added: 0, changed: 0, removed: 0, total: 2_500 })
    const after = await listed('bins')
    expect(after).toEqual({ ...before, asOf: expect.anything() })
    expect(after.seq).toBe(1)
    expect(Date.parse(String(after.asOf)) - Date.parse(String(before.asOf))).toBe(60_000)
  })

  test('a pull shows new, changed and deleted rows under one new sequence', async () => {
    await app.pull('bins')
    app.warehouse.change('bin', 17, { memo: 'moved' })
    app.warehouse.change('bin', 2_400, { isinactive: 'T' })
    app.warehouse.remove('bin', 18)
    app.warehouse.add('bin', { binnumber: 'NEW-1', location: 1 })
    expect((await app.pull('bins')).body).toEqual({
      added: 1,
      changed: expect.any(Number),
      removed: 1,
      total: 2_500,
      refused: 0,
      result: 'success',
    })
    const { rows, seq } = await listed('bins')
    expect(seq).toBe(2)
    expect(rows.find(({ id }) => id === '17')).toMatchObject({ memo: 'moved' })
    expect(rows.find(({ id }) => id === '18')).toBeUndefined()
    expect(rows.find(({ id }) => id === '2400')).toMatchObject({ inactive_bin: true })
    expect(rows.find(({ bin_number }) => bin_number === 'NEW-1')).toBeDefined()
  })

  test('a pull continues after the caller has gone', async () => {
    const release = app.netsuite.faults.hold({ times: 1 })
    await app.app.listen({ port: 0, host: '127.0.0.1' })
    const leaving = new AbortController()
    const asked = fetch(`${app.app.listeningOrigin}/api${pullEndpoint('bins').path}`, {
      headers: { authorization: `Bearer ${app.token}` },
      signal: leaving.signal,
    })
    await expect.poll(app.netsuite.faults.pending).toBe(0)
    leaving.abort()
    await expect(asked).rejects.toThrow('aborted')
    release()
    await expect.poll(async () => (await listed('bins')).rows.length).toBe(2_500)
  })

  const pullWith = (prefer: string) =>
    call(app.app, pullEndpoint('bins'), { token: app.token, headers: { prefer } })

  test('a pull goes on behind an early answer that was asked for', async () => {
    const release = app.netsuite.faults.hold({ times: 1 })
    const { status, body } = await pullWith('respond-async, wait=0')
    expect([status, body]).toEqual([202, {}])
    expect((await listed('bins')).rows).toHaveLength(0)
    release()
    await expect.poll(async () => (await listed('bins')).rows.length).toBe(2_500)
  })

  test.each(['respond-async, wait=60', 'wait=0'])(
    'a pull that ends within the time, or that is waited for, is answered with its counts: %s',
    async (prefer) => {
      const { status, body } = await pullWith(prefer)
      expect([status, body['total']]).toEqual([200, 2_500])
    },
  )

  test('a pull that fails behind its answer says so in its run', async () => {
    app.netsuite.faults.next({ kind: 'permission-403' })
    const release = app.netsuite.faults.hold({ times: 1 })
    expect((await pullWith('respond-async, wait=0')).status).toBe(202)
    release()
    const last = async () => {
      const { body: told } = await call(app.app, syncEndpoints.syncAreas, { token: app.token })
      return (told['areas'] as SyncArea[]).find(({ collection }) => collection === 'bins')?.last
    }
    await expect.poll(async () => (await last())?.state).toBe('failed')
  })

  test('a pull reports its progress', async () => {
    const release = app.netsuite.faults.hold({ match: /id > 2000/ })
    const pulled = app.pull('bins')
    await expect
      .poll(() => app.erp.progress())
      .toEqual([
        {
          collection: 'bins',
          startedBy: 'root',
          startedAt: new Date(app.clock.now()),
          pages: 2,
          rows: 2_000,
        },
      ])
    release()
    await pulled
    expect(await app.erp.progress()).toEqual([])
  })
})

describe('access to pulls', () => {
  test('a pull requires the flag of its collection, or a super admin', async () => {
    const withFlag = await anAdmin(app.context, { username: 'ada', features: ['bins'] })
    const without = await anAdmin(app.context, { username: 'bob', features: ['items'] })
    const statusFor = async (token: string | null) =>
      (await call(app.app, pullEndpoint('bins'), { token })).status
    expect(await statusFor(await withFlag.session())).toBe(200)
    expect(await statusFor(await without.session())).toBe(403)
    expect(await statusFor(await withFlag.session('first'))).toBe(403)
    expect(await statusFor(null)).toBe(401)
    expect(await statusFor(app.token)).toBe(200)
  })
})

describe('many pulls', () => {
  test('fifty concurrent pulls of one collection read it once', async () => {
    const release = app.netsuite.faults.hold()
    const asking = Promise.all(
      Array.from({ length: 50 }, () => call(app.app, pullEndpoint('bins'), { token: app.token })),
    )
    await expect.poll(app.asked).toBe(50)
    release()
    const answers = await asking
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(app.netsuite.requests.byName['bin']).toBe(3)
  })

  test('concurrent pulls of all collections run two at a time', async () => {
    const release = app.netsuite.faults.hold()
    const answers = Promise.all(
      pulledCollections.map((name) => call(app.app, pullEndpoint(name), { token: app.token })),
    )
    await expect.poll(async () => (await app.erp.progress()).length).toBe(2)
    release()
    let most = 2
    let isDone = false
    void answers.finally(() => {
      isDone = true
    })
    while (!isDone) {
      most = Math.max(most, (await app.erp.progress()).length)
      await aMoment()
    }
    for (const { status } of await answers) expect(status).toBe(200)
    expect(most).toBe(2)
    expect(app.netsuite.requests.peak).toBeLessThanOrEqual(2)
  })
})

describe('a pull that fails', () => {
  test('a failed pull leaves the list unchanged, at whatever page it fails', async () => {
    await app.pull('bins')
    const before = await listed('bins')
    app.warehouse.change('bin', 1, { memo: 'changed' })
    app.warehouse.remove('bin', 2)
    for (const match of [/FETCH/, /id > 1/, /id > 2/]) {
      app.netsuite.faults.next({ kind: 'permission-403', match })
      expect((await app.pull('bins')).status).toBe(502)
      expect(await listed('bins')).toEqual(before)
    }
  })

  test('a failed pull continues after its last page when it is started again', async () => {
    app.netsuite.faults.next({ kind: 'permission-403', match: /id > 2/ })
    expect((await app.pull('bins')).status).toBe(502)
    app.netsuite.requests.reset()
    expect((await app.pull('bins')).body).toMatchObject({ added: 2_500, total: 2_500 })
    expect(app.netsuite.requests.byName['bin']).toBe(1)
  })

  test('a failed pull starts from the beginning if its pages are too old', async () => {
    app.netsuite.faults.next({ kind: 'permission-403', match: /id > 2/ })
    await app.pull('bins')
    app.clock.advance(30 * 60_000)
    app.netsuite.requests.reset()
    expect((await app.pull('bins')).body).toMatchObject({ added: 2_500 })
    expect(app.netsuite.requests.byName['bin']).toBe(3)
  })

  test('a resumed pull is dated by its first page', async () => {
    app.netsuite.faults.next({ kind: 'permission-403', match: /id > 2/ })
    await app.pull('bins')
    const readFrom = app.clock.now()
    app.clock.advance(60_000)
    await app.pull('bins')
    expect((await listed('bins')).asOf).toBe(new Date(readFrom).toISOString())
  })

  test.each([
    ['invalid-login-401', 502, /refused the login/],
    ['permission-403', 502, /doesn't permit/],
    ['bad-json', 502, /couldn't be read/],
  ] as const)(
    'a pull that fails because of %s answers %i and a sentence',
    async (kind, status, sentence) => {
      app.netsuite.faults.next({ kind, times: 6 })
      const answer = await app.pull('items')
      expect(answer.status).toBe(status)
      expect(answer.body['detail']).toMatch(sentence)
      app.netsuite.faults.clear()
      expect((await call(app.app, listEndpoint('items'), { token: app.token })).status).toBe(200)
    },
  )

  test('a pull whose login is refused halfway keeps its pages, and the session of the admin', async () => {
    app.netsuite.faults.next({ kind: 'invalid-login-401', match: /id > 1/, times: 6 })
    expect(await app.pull('bins')).toMatchObject({
      status: 502,
      body: { detail: expect.stringMatching(/refused the login/) },
    })
    // Keys that just worked are retried, because NetSuite disguises being busy as a failed login.
    expect(app.waits).toHaveLength(5)
    app.netsuite.requests.reset()
    expect((await app.pull('bins')).body).toMatchObject({ added: 2_500 })
    expect(app.netsuite.requests.byName['bin']).toBe(2)
  })

  test('a pull that fails because NetSuite stays busy answers 503 and Retry-After', async () => {
    app.netsuite.faults.next({ kind: 'concurrency-429', times: 6 })
    const answer = await app.pull('items')
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBe('60')
    expect(answer.body['detail']).toMatch(/busy/)
    expect(app.waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000])
  })
})

describe('a pull without ERP Setup', () => {
  test('the answer names the missing settings and the screen', async () => {
    await app.close()
    app = await erpApp({ isConfigured: false })
    const { status, body } = await app.pull('items')
    expect(status).toBe(502)
    expect(body['detail']).toBe(
      'NetSuite is not configured: NETSUITE_ACCOUNT_ID, NETSUITE_CONSUMER_KEY, ' +
        'NETSUITE_CONSUMER_SECRET, NETSUITE_TOKEN_ID, NETSUITE_TOKEN_SECRET, NETSUITE_BASE_URL ' +
        'are not set. A super admin can enter this in ERP Setup.',
    )
  })

  test('the answer says if the saved settings can no longer be opened', async () => {
    const erp = app.otherErp({
      unseal: () => {
        throw new Error('another key')
      },
    })
    await expect(erp.pull('items', 'root')).rejects.toMatchObject({
      kind: 'not-configured',
      message: expect.stringMatching(/^The saved NETSUITE_ACCOUNT_ID cannot be read/),
    })
  })
})

describe('rows that cannot be read', () => {
  const spoil = (id: number) => app.warehouse.change('bin', id, { memo: 'a\0b' })

  test('unreadable rows are counted and listed, and stay as the mirror has them', async () => {
    await app.pull('bins')
    spoil(7)
    app.warehouse.change('bin', 8, { memo: 'fine' })
    const { body } = await app.pull('bins')
    expect(body).toMatchObject({
      changed: 1,
      removed: 0,
      total: 2_500,
      refused: 1,
      result: 'partial',
      refusals: [{ row: '7', reason: 'a text holds a character that cannot be stored' }],
    })
    expect(body['message']).toBe(
      "1 row couldn't be read and kept its old values. The first is 7: a text holds a character " +
        'that cannot be stored.',
    )
    expect((await listed('bins')).rows.some(({ id }) => id === '7')).toBe(true)
  })

  test('all unreadable rows are counted, and the first hundred are listed', async () => {
    for (let id = 1; id <= 250; id += 1) spoil(id * 9)
    const { body } = await app.pull('bins')
    expect(body).toMatchObject({ refused: 250, added: 2_250, total: 2_250 })
    expect(body['refusals']).toHaveLength(100)
  })

  test('unreadable rows stay counted when a pull continues after a fault', async () => {
    spoil(7)
    app.netsuite.faults.next({ kind: 'permission-403', match: /id > 2/ })
    await app.pull('bins')
    expect((await app.pull('bins')).body).toMatchObject({ refused: 1, total: 2_499 })
  })
})

test('a pull without a column keeps the others, and its answer and the history name what is missing', async () => {
  app.netsuite.faults.hidden.add('bin.memo')
  app.netsuite.faults.hidden.add('bin.custrecord_room')
  const { body } = await app.pull('bins')
  const sentence = expect.stringMatching(/^Read without memo, which the account lacks/)
  expect(body).toMatchObject({ result: 'success', total: 2_500, message: sentence })
  const told = await call(app.app, syncEndpoints.syncAreas, { token: app.token })
  const areas = told.body['areas'] as SyncArea[]
  expect(areas.find(({ collection }) => collection === 'bins')?.last).toMatchObject({
    state: 'success',
    sentence,
    next_step: expect.stringContaining('Give the role access to the field'),
  })
})

describe('a collection that comes back empty', () => {
  test('a collection keeps its rows, and the answer says so', async () => {
    await app.pull('locations')
    const before = await listed('locations')
    for (const { id } of app.warehouse.rows('location').slice())
      app.warehouse.remove('location', id)
    const { status, body } = await app.pull('locations')
    expect(status).toBe(200)
    expect(body).toEqual({
      added: 0,
      changed: 0,
      removed: 0,
      total: 6,
      refused: 0,
      result: 'empty',
      message: expect.stringMatching(/^NetSuite returned no locations, so the 6 known rows/),
    })
    expect(await listed('locations')).toEqual(before)
  })

  test('the second pull in a row that comes back empty clears the collection', async () => {
    await app.pull('locations')
    for (const { id } of app.warehouse.rows('location').slice())
      app.warehouse.remove('location', id)
    await app.pull('locations')
    expect((await app.pull('locations')).body).toMatchObject({
      removed: 6,
      total: 0,
      result: 'empty',
      message: 'NetSuite has no locations.',
    })
    expect((await listed('locations')).rows).toEqual([])
  })

  test('a collection that never had rows stays empty', async () => {
    await app.close()
    app = await erpApp()
    expect((await app.pull('locations')).body).toMatchObject({
      result: 'empty',
      total: 0,
      message: 'NetSuite has no locations.',
    })
    expect((await listed('locations')).asOf).toBe(new Date(app.clock.now()).toISOString())
  })
})

describe('a reading that ends early', () => {
  test('the rows after a page that ended early are read all the same', async () => {
    await app.pull('bins')
    app.netsuite.faults.next({ kind: 'early-end', match: /id > 1/ })
    expect((await app.pull('bins')).body).toMatchObject({ removed: 0, total: 2_500 })
  })

  test('a list that has lost most of its rows is counted again before they are removed', async () => {
    await app.pull('bins')
    for (const { id } of app.warehouse.rows('bin').slice(500)) app.warehouse.remove('bin', id)
    app.netsuite.requests.reset()
    expect((await app.pull('bins')).body).toMatchObject({ removed: 2_000, total: 500 })
    // One page and its confirmed end, and one page to count.
    expect(app.netsuite.requests.log.filter(({ status }) => status === 200)).toHaveLength(3)
  })
})

test('a list is never half old and half new while it is pulled', async () => {
  await app.pull('bins')
  for (const { id } of app.warehouse.rows('bin').slice(0, 1_500))
    app.warehouse.change('bin', id, { memo: 'second' })
  app.netsuite.faults.latencyMs = 10
  const release = app.netsuite.faults.hold({ match: /id > 2/, times: 1 })
  const pulled = app.pull('bins')
  const seen = new Set<number>()
  const look = async () => {
    seen.add((await listed('bins')).rows.filter(({ memo }) => memo === 'second').length)
  }
  let isDone = false
  void pulled.finally(() => {
    isDone = true
  })
  await look()
  release()
  while (!isDone) {
    await look()
    await aMoment()
  }
  await look()
  expect([...seen].toSorted((a, b) => a - b)).toEqual([0, 1_500])
})
