/**
 * The calls of the sync centre: progress, history, problems and cancelling a pull
 * (decisions/server/erp-pulls.md).
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AdminFeature } from '#contract/access.ts'
import type { PulledCollection } from '#contract/collections.ts'
import { pulledLists } from '#contract/lists.ts'
import {
  cancelEndpoint,
  HISTORY_PAGE_ROWS,
  type SyncArea,
  type SyncProblem,
  type SyncRun,
  syncEndpoints,
  SYNC_CANCELLED,
} from '#contract/sync/runs.ts'
import { makeWarehouse } from '#test/netsuite/generator/make-warehouse.ts'
import { call } from '#test/support/server/clients/call.ts'
import { aMoment, erpApp, type ErpApp } from '#test/support/server/erp-app.ts'
import { anAdmin } from '#test/support/people.ts'

const DAY_MS = 24 * 60 * 60_000
const BINS = 2_500

let app: ErpApp

beforeEach(async () => {
  const warehouse = makeWarehouse({ locations: 6, bins: BINS, items: 10, inventory: 20 })
  app = await erpApp({ warehouse })
})

afterEach(() => app.close())

async function areas(token = app.token): Promise<Map<string, SyncArea>> {
  const { body } = await call(app.app, syncEndpoints.syncAreas, { token })
  return new Map((body['areas'] as SyncArea[]).map((area) => [area.collection, area]))
}

async function history(before?: string, token = app.token) {
  const path = `${syncEndpoints.syncRuns.path}${before === undefined ? '' : `?before=${before}`}`
  const { body } = await call(app.app, { method: 'GET', path }, { token })
  return {
    runs: body['runs'] as SyncRun[],
    hasMore: body['has_more'],
    problems: body['problems'] as SyncProblem[],
  }
}

const cancel = (name: PulledCollection, token = app.token) =>
  call(app.app, cancelEndpoint(name), { token })

/** Starts a pull that the ERP does not answer after its second page. */
async function heldPull() {
  const release = app.netsuite.faults.hold({ match: /id > 2000/ })
  const pulled = app.pull('bins')
  await expect.poll(async () => (await areas()).get('bins')?.present?.pages).toBe(2)
  await expect.poll(() => app.netsuite.requests.underWay).toBe(1)
  return { pulled, release }
}

describe('a running pull', () => {
  test('a running pull reports its pages and rows, and the approximate total, in every process', async () => {
    await app.pull('bins')
    const { pulled, release } = await heldPull()
    const { present, expected_rows, last_success } = (await areas()).get('bins') ?? {}
    expect(present).toMatchObject({
      state: 'running',
      started_by: 'root',
      started_at: new Date(app.clock.now()).toISOString(),
      ended_at: null,
      pages: 2,
      rows: 2_000,
      sentence: null,
    })
    expect(expected_rows).toBe(BINS)
    expect(last_success).toMatchObject({ state: 'success', added: BINS, rows: BINS })
    release()
    await pulled
    expect((await areas()).get('bins')).toMatchObject({
      present: null,
      last: { state: 'success', added: 0, pages: 3 },
    })
  })

  test('a waiting pull says that it waits', async () => {
    const release = app.netsuite.faults.hold()
    const pulls = Promise.all([app.pull('bins'), app.pull('items'), app.pull('locations')])
    const states = async () =>
      [...(await areas()).values()].flatMap(({ present }) => present?.state ?? [])
    await expect
      .poll(async () => (await states()).toSorted())
      .toEqual(['running', 'running', 'waiting'])
    release()
    for (const { status } of await pulls) expect(status).toBe(200)
    expect(await states()).toEqual([])
  })
})

describe('a collection', () => {
  test('a collection shows its last success and its last attempt, with the sentence and the next step', async () => {
    await app.pull('bins')
    app.netsuite.faults.next({ kind: 'permission-403' })
    await app.pull('bins')
    const { last, last_success } = (await areas()).get('bins') ?? {}
    expect(last_success).toMatchObject({ state: 'success' })
    expect(last).toMatchObject({
      state: 'failed',
      sentence: expect.stringMatching(/^NetSuite doesn't permit this.*'bin' permission/),
      next_step: 'Ask a NetSuite administrator to add the permission to the role, then sync again.',
    })
  })

  test('a collection lists its refused rows', async () => {
    app.warehouse.change('bin', 7, { memo: 'a\0b' })
    await app.pull('bins')
    expect((await areas()).get('bins')?.last).toMatchObject({
      state: 'partial',
      refused: 1,
      refusals: [{ row: '7', reason: 'a text holds a character that cannot be stored' }],
      sentence: expect.stringMatching(/^1 row couldn't be read/),
      next_step: 'Correct these rows in NetSuite, then sync again.',
    })
  })

  test('a collection that came back empty says that its rows were kept', async () => {
    await app.pull('locations')
    for (const { id } of app.warehouse.rows('location').slice())
      app.warehouse.remove('location', id)
    await app.pull('locations')
    expect((await areas()).get('locations')?.last).toMatchObject({
      state: 'empty',
      sentence: expect.stringMatching(/the 6 known rows were kept/),
      next_step: expect.stringMatching(/access token's role/),
    })
  })

  test('a collection is shown only to those who may pull it', async () => {
    await app.pull('bins')
    await app.pull('items')
    const seenBy = async (features: AdminFeature[]) => {
      const username = `may${features.join('')}`
      const token = await (await anAdmin(app.context, { username, features })).session()
      const { body } = await call(app.app, syncEndpoints.syncRuns, { token })
      const runs = (body['runs'] as SyncRun[]).map(({ collection }) => collection)
      return { areas: [...(await areas(token)).keys()], runs }
    }
    expect(await seenBy(['bins'])).toEqual({ areas: ['bins'], runs: ['bins'] })
    expect(await seenBy(['bincount'])).toEqual({ areas: [], runs: [] })
    expect([...(await areas()).keys()]).toEqual(pulledLists)
  })
})

describe('the history', () => {
  test('the history has every run, newest first, page by page, for 30 days', async () => {
    for (let run = 0; run < HISTORY_PAGE_ROWS + 2; run += 1) await app.pull('locations')
    const first = await history()
    expect(first.runs).toHaveLength(HISTORY_PAGE_ROWS)
    expect(first.hasMore).toBe(true)
    const rest = await history(first.runs.at(-1)?.id)
    expect(rest.hasMore).toBe(false)
    const all = [...first.runs, ...rest.runs]
    expect(new Set(all.map(({ id }) => id)).size).toBe(HISTORY_PAGE_ROWS + 2)
    const starts = all.map(({ started_at }) => started_at)
    expect(starts).toEqual(starts.toSorted().toReversed())

    app.clock.advance(30 * DAY_MS + 1)
    const later = await anAdmin(app.context, { username: 'ada', features: ['locations'] })
    const token = await later.session()
    expect((await history(undefined, token)).runs).toEqual([])
    expect((await areas(token)).get('locations')).toMatchObject({ last: null, last_success: null })
  })

  test('the history groups failures by sentence', async () => {
    app.netsuite.faults.next({ kind: 'invalid-login-401', times: 6 })
    await app.pull('bins')
    await app.pull('items')
    const lastAt = new Date(app.clock.now()).toISOString()
    app.netsuite.faults.next({ kind: 'bad-json', times: 6 })
    await app.pull('bins')
    expect((await history()).problems).toEqual([
      expect.objectContaining({ collections: ['bins'], times: 1 }),
      {
        sentence: expect.stringMatching(/refused the login/),
        next_step: expect.stringMatching(/Test the connection.*stay signed in/),
        collections: ['bins', 'items'],
        times: 2,
        last_at: lastAt,
      },
    ])
  })

  test('the history has no page after an unknown run', async () => {
    await app.pull('bins')
    expect(await history('nothing')).toMatchObject({ runs: [], hasMore: false })
  })
})

describe('a cancelled pull', () => {
  test('a cancelled pull ends at once, tells all waiting callers who cancelled it, and keeps the rows', async () => {
    const { pulled } = await heldPull()
    const joined = app.pull('bins')
    await expect.poll(app.asked).toBe(2)
    expect((await cancel('bins')).status).toBe(200)
    for (const answer of [await pulled, await joined])
      expect(answer).toMatchObject({
        status: 409,
        body: { detail: 'The sync was cancelled by root.', code: SYNC_CANCELLED },
      })
    expect((await areas()).get('bins')).toMatchObject({
      present: null,
      last: {
        state: 'failed',
        cancelled: true,
        sentence: 'The sync was cancelled by root.',
        next_step: null,
      },
    })
    expect((await history()).problems).toEqual([])
    app.netsuite.faults.clear()
    app.netsuite.requests.reset()
    expect((await app.pull('bins')).body).toMatchObject({ added: BINS, result: 'success' })
    expect(app.netsuite.requests.byName['bin']).toBe(1)
  })

  test('a cancelled pull is not resumed by the next start', async () => {
    const { pulled } = await heldPull()
    await cancel('bins')
    await pulled
    await app.otherErp().resume()
    expect((await areas()).get('bins')?.present).toBeNull()
  })

  test('a cancelled pull of another process ends with its next page', async () => {
    const { pulled, release } = await heldPull()
    expect(await app.otherErp().cancel('bins', 'ada')).toBe(true)
    release()
    expect(await pulled).toMatchObject({ status: 409, body: { detail: /by ada/ } })
  })

  test('a pull that is cancelled while it waits never begins', async () => {
    const release = app.netsuite.faults.hold()
    const others = Promise.all([app.pull('bins'), app.pull('items')])
    await expect.poll(async () => (await app.erp.progress()).length).toBe(2)
    const waiting = app.pull('locations')
    await expect.poll(async () => (await areas()).get('locations')?.present?.state).toBe('waiting')
    await cancel('locations')
    expect((await waiting).status).toBe(409)
    release()
    await others
    expect(app.netsuite.requests.byName['location']).toBeUndefined()
  })

  test('two running pulls can be cancelled at once, and the next one begins', async () => {
    app.netsuite.faults.hold({ match: /FROM (bin|item) / })
    const both = [app.pull('bins'), app.pull('items')]
    await expect.poll(async () => (await app.erp.progress()).length).toBe(2)
    const next = app.pull('locations')
    await expect.poll(async () => (await areas()).get('locations')?.present?.state).toBe('waiting')
    await Promise.all([cancel('bins'), cancel('items')])
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([409, 409])
    expect((await next).status).toBe(200)
  })

  test('cancelling without a running pull reports that there is none', async () => {
    expect(await cancel('bins')).toMatchObject({
      status: 409,
      body: {
        detail: 'No sync of bins is under way.',
        code: 'no-pull',
        params: { area: 'bins', list: 'bins' },
      },
    })
  })
})

test('two processes on one database show the same pull, and share its permits', async () => {
  const release = app.netsuite.faults.hold()
  const other = app.otherErp()
  const all = Promise.all([
    app.erp.pull('bins', 'root'),
    other.pull('items', 'ada'),
    other.pull('locations', 'ada'),
    app.erp.pull('inventory', 'root'),
  ])
  const present = async () =>
    [...(await areas()).values()]
      .flatMap(({ present: run }) => (run ? `${run.started_by} ${run.state}` : []))
      .toSorted()
  await expect.poll(present).toHaveLength(4)
  expect((await present()).filter((one) => one.endsWith('running'))).toHaveLength(2)
  release()
  await all
  await aMoment()
  expect(await present()).toEqual([])
  expect((await history()).runs).toHaveLength(4)
})
