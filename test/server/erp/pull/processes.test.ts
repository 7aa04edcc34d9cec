import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listEndpoint } from '#contract/endpoints.ts'
import { refusals } from '#contract/refusals.ts'
import { runs } from '#server/db/schema.ts'
import { makeWarehouse } from '#test/netsuite/generator/make-warehouse.ts'
import { call } from '#test/support/server/call.ts'
import { aMoment, erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

const BINS = 2_500
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

let app: ErpApp

beforeEach(async () => {
  const warehouse = makeWarehouse({ locations: 6, bins: BINS, items: 10, inventory: 20 })
  app = await erpApp({ warehouse })
})

afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const history = () => app.context.db.select().from(runs).orderBy(runs.startedAt)

async function listedBins(): Promise<number> {
  const { headers } = await call(app.app, listEndpoint('bins'), { token: app.token })
  return Number(headers['x-count'])
}

/** A pull whose process dies after two pages, as if by SIGKILL: its run stays as it is. */
async function killedPull(): Promise<void> {
  app.netsuite.faults.next({ kind: 'permission-403', match: /id > 2/ })
  await app.pull('bins')
  await app.context.db
    .update(runs)
    .set({ state: 'running', endedAt: null, fault: null, error: null })
    .where(eq(runs.collection, 'bins'))
}

describe('the history of pulls', () => {
  test('keeps who, when, how long, counts and result', async () => {
    await app.pull('bins')
    const startedAt = new Date(app.clock.now())
    expect(await history()).toMatchObject([
      {
        collection: 'bins',
        startedBy: 'root',
        state: 'success',
        startedAt,
        endedAt: startedAt,
        pages: 3,
        rows: BINS,
        added: BINS,
        changed: 0,
        removed: 0,
        refused: 0,
        fault: null,
      },
    ])
  })

  test('keeps failed pulls with their sentence, and no secret', async () => {
    app.netsuite.faults.next({ kind: 'invalid-login-401' })
    await app.pull('bins')
    const [run] = await history()
    expect(run).toMatchObject({ state: 'failed', fault: 'refused' })
    expect(run?.error).toMatch(/refused the login/)
    expect(JSON.stringify([run, app.logged()])).not.toMatch(/cs-1|ts-1|ck-1|tk-1/)
  })

  test('keeps the four results apart', async () => {
    await app.pull('bins')
    app.warehouse.change('bin', 7, { memo: 'a\0b' })
    await app.pull('bins')
    app.netsuite.faults.next({ kind: 'permission-403' })
    await app.pull('bins')
    for (const { id } of app.warehouse.rows('location').slice())
      app.warehouse.remove('location', id)
    await app.pull('locations')
    expect((await history()).map(({ state }) => state)).toEqual([
      'success',
      'partial',
      'failed',
      'empty',
    ])
  })

  test('is forgotten after 30 days', async () => {
    await app.erp.pull('bins', 'root')
    app.clock.advance(30 * 24 * 60 * MINUTE_MS)
    await app.erp.pull('locations', 'root')
    expect(await history()).toHaveLength(2)
    app.clock.advance(1)
    await app.erp.pull('items', 'root')
    expect((await history()).map(({ collection }) => collection)).toEqual(['locations', 'items'])
  })
})

/** Two processes pull one area; the ERP answers only once the second waits for the first. */
async function bothPull() {
  const release = app.netsuite.faults.hold()
  const mine = app.erp.pull('bins', 'root')
  await expect.poll(async () => (await app.erp.progress()).length).toBe(1)
  const theirs = join()
  const outcomes = Promise.allSettled([mine, theirs.reply])
  await expect.poll(theirs.waits).toBeGreaterThan(0)
  release()
  return outcomes
}

/** A pull from a further process, and how often it has waited for the one under way. */
function join() {
  let waits = 0
  const other = app.otherErp({
    wait: async () => {
      waits += 1
      await aMoment()
    },
  })
  return { reply: other.pull('bins', 'ada'), waits: () => waits }
}

describe('two processes on one database', () => {
  test('join each other: the second waits for the run of the first and answers the same', async () => {
    const [mine, theirs] = await bothPull()
    expect(mine.status).toBe('fulfilled')
    expect(theirs).toEqual(mine)
    expect(mine).toMatchObject({ value: { added: BINS, total: BINS, result: 'success' } })
    expect(app.netsuite.requests.byName['bin']).toBe(3)
    expect(await history()).toHaveLength(1)
  })

  test('answer fifty presses of one area with one pull', async () => {
    const release = app.netsuite.faults.hold()
    const other = app.otherErp()
    const presses = Array.from({ length: 50 }, (_, nth) =>
      (nth % 2 === 0 ? app.erp : other).pull('bins', nth % 2 === 0 ? 'root' : 'ada'),
    )
    // One of the two has the run, and the other one waits for it.
    await expect.poll(() => app.waits.length).toBeGreaterThan(0)
    release()
    const answers = await Promise.all(presses)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(app.netsuite.requests.byName['bin']).toBe(3)
    expect(await history()).toHaveLength(1)
  })

  test('fail together, with the same sentence', async () => {
    app.netsuite.faults.next({ kind: 'permission-403', match: /id > 1/ })
    for (const outcome of await bothPull())
      expect(outcome).toMatchObject({ status: 'rejected', reason: { kind: 'permission' } })
    expect(await history()).toHaveLength(1)
  })

  test('have two pulls at once between them', async () => {
    const release = app.netsuite.faults.hold()
    const other = app.otherErp()
    const all = Promise.all([
      app.erp.pull('bins', 'root'),
      app.erp.pull('items', 'root'),
      other.pull('locations', 'ada'),
      other.pull('inventory', 'ada'),
    ])
    await expect.poll(async () => (await other.progress()).length).toBe(2)
    release()
    let most = 2
    let isDone = false
    void all.finally(() => {
      isDone = true
    })
    while (!isDone) {
      most = Math.max(most, (await other.progress()).length)
      await aMoment()
    }
    expect(most).toBe(2)
    expect(await history()).toHaveLength(4)
  })
})

describe('a run whose process died', () => {
  test('is taken over by the next pull after a minute of silence, from its last page', async () => {
    await killedPull()
    app.netsuite.requests.reset()
    app.clock.advance(SECOND_MS)
    expect((await app.pull('bins')).body).toMatchObject({ added: BINS, total: BINS })
    expect(app.netsuite.requests.byName['bin']).toBe(1)
    expect((await history()).map(({ state, fault }) => [state, fault])).toEqual([
      ['failed', 'stopped'],
      ['success', null],
    ])
    expect(await listedBins()).toBe(BINS)
  })

  test('is waited for while it is not silent for so long', async () => {
    await killedPull()
    const other = app.otherErp({
      wait: async () => {
        app.clock.advance(10 * SECOND_MS)
        await aMoment()
      },
    })
    const before = app.clock.now()
    expect(await other.pull('bins', 'ada')).toMatchObject({ added: BINS })
    expect(app.clock.now() - before).toBeGreaterThan(MINUTE_MS)
  })

  test('is gone on with at the next start, at once where no other process can have it', async () => {
    await killedPull()
    app.netsuite.requests.reset()
    app.clock.advance(SECOND_MS)
    const restarted = app.otherErp({ isAlone: true })
    await restarted.resume()
    await expect.poll(listedBins).toBe(BINS)
    expect(app.netsuite.requests.byName['bin']).toBe(1)
    expect((await history()).map(({ state, startedBy }) => [state, startedBy])).toEqual([
      ['failed', 'root'],
      ['success', 'root'],
    ])
    await restarted.close()
  })

  test('is gone on with by another process, although nobody asks for it', async () => {
    await killedPull()
    const other = app.otherErp()
    app.netsuite.requests.reset()
    await other.takeOver()
    expect((await history()).map(({ state }) => state)).toEqual(['running'])
    app.clock.advance(2 * MINUTE_MS)
    await other.takeOver()
    await expect.poll(listedBins).toBe(BINS)
    expect(app.netsuite.requests.byName['bin']).toBe(1)
    await other.close()
  })

  test('is left alone at the start of another process while it may be alive', async () => {
    await killedPull()
    await app.otherErp().resume()
    expect((await history()).map(({ state }) => state)).toEqual(['running'])
  })

  test('is not gone on with after another account was set up', async () => {
    await killedPull()
    app.clock.advance(2 * MINUTE_MS)
    const { db } = app.context
    await db.execute(
      `UPDATE settings SET updated_at = '${new Date(app.clock.now()).toISOString()}'`,
    )
    app.netsuite.requests.reset()
    expect((await app.pull('bins')).body).toMatchObject({ added: BINS })
    expect(app.netsuite.requests.byName['bin']).toBe(3)
  })

  test('that lives after all must not write any more', async () => {
    const release = app.netsuite.faults.hold({ match: /id > 2/, times: 1 })
    const slow = app.erp.pull('bins', 'root')
    await expect.poll(app.netsuite.faults.pending).toBe(0)
    app.clock.advance(2 * MINUTE_MS)
    expect(await app.otherErp().pull('bins', 'ada')).toMatchObject({ added: BINS, total: BINS })
    release()
    // It joins the other run, or pulls once more when that one has ended.
    expect(await slow).toMatchObject({ total: BINS, result: 'success' })
    expect(await listedBins()).toBe(BINS)
    const [lost, ...others] = await history()
    expect(lost).toMatchObject({ state: 'failed', startedBy: 'root', added: 0 })
    // Those began at the same moment.
    const added = others.map(({ startedBy }) => (startedBy === 'ada' ? BINS : 0))
    expect(added).toContain(BINS)
    expect(others).toMatchObject(
      added.map((rows) => ({ state: 'success', added: rows, changed: 0 })),
    )
  })
})

describe('a pull whose database is not there for a moment', () => {
  test('is answered with 503 and the time to come back, and goes on by itself', async () => {
    const release = app.netsuite.faults.hold({ match: /id > 1/, times: 1 })
    const pulled = app.pull('bins')
    await expect.poll(app.netsuite.faults.pending).toBe(0)
    const gone = Object.assign(new Error('terminating connection'), { code: '57P01' })
    const lost = vi.spyOn(app.context.db, 'transaction').mockRejectedValue(gone)
    release()
    expect(await pulled).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { detail: refusals.unavailable },
    })
    lost.mockRestore()
    app.netsuite.requests.reset()
    app.clock.advance(2 * MINUTE_MS)
    await app.erp.takeOver()
    await expect.poll(listedBins).toBe(BINS)
    // Two pages of three: the first one was there already.
    expect(app.netsuite.requests.byName['bin']).toBe(2)
  })
})

describe('a long pull', () => {
  test('says that it is alive while the ERP lets it wait', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const release = app.netsuite.faults.hold({ times: 1 })
    const pulled = app.pull('bins')
    // Its heart beats before it asks; its run is seen by others a moment before that.
    await expect.poll(app.netsuite.faults.pending).toBe(0)
    app.clock.advance(5 * MINUTE_MS)
    await vi.advanceTimersByTimeAsync(10 * SECOND_MS)
    // The beat is on its way to the database; the other process looks there.
    const lastBeat = async () => (await history())[0]?.heartbeatAt.getTime()
    await expect.poll(lastBeat).toBe(app.clock.now())
    const joined = join()
    await expect.poll(joined.waits).toBeGreaterThan(0)
    release()
    expect(await pulled).toMatchObject({ status: 200 })
    expect(await joined.reply).toMatchObject({ added: BINS })
    expect(await history()).toHaveLength(1)
  })
})

describe('a server that stops', () => {
  test('ends its pull at once, and the next start goes on with it', async () => {
    app.netsuite.faults.hold({ match: /id > 2/, times: 1 })
    const stopped = app.otherErp()
    app.clock.advance(MINUTE_MS)
    const pulled = stopped.pull('bins', 'ada')
    // It is the one held, not the next one.
    await expect.poll(app.netsuite.faults.pending).toBe(0)
    const [outcome] = await Promise.allSettled([pulled, stopped.close()])
    expect(outcome).toMatchObject({ status: 'rejected', reason: { kind: 'stopped' } })
    await expect(stopped.pull('bins', 'ada')).rejects.toMatchObject({ kind: 'stopped' })

    app.clock.advance(MINUTE_MS)
    app.netsuite.requests.reset()
    const restarted = app.otherErp()
    await restarted.resume()
    await expect.poll(listedBins).toBe(BINS)
    expect(app.netsuite.requests.byName['bin']).toBe(1)
    await restarted.close()
  })

  test('answers who waits for it with 503 and the time to come back', async () => {
    app.netsuite.faults.hold()
    const pulled = app.pull('bins')
    await expect.poll(async () => (await app.erp.progress()).length).toBe(1)
    await app.erp.close()
    expect(await pulled).toMatchObject({ status: 503, headers: { 'retry-after': '60' } })
  })
})
