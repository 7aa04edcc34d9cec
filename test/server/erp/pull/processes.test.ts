import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { refusals } from '#contract/refusals.ts'
import { runs } from '#server/db/schema/runs.ts'
import { makeWarehouse } from '#test/netsuite/generator/make-warehouse.ts'
import { call } from '#test/support/server/clients/call.ts'
import { aMoment, erpApp, type ErpApp } from '#test/support/server/erp-app.ts'
import { silenceRuns } from '#test/support/database/silent-runs.ts'

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

/** A pull whose process dies after two pages, as with SIGKILL: its run stays as it is, with a heartbeat of just now. */
async function killedPull(): Promise<void> {
  app.netsuite.faults.next({ kind: 'permission-403', match: /id > 2/ })
  await app.pull('bins')
  await app.context.db
    .update(runs)
    .set({ state: 'running', endedAt: null, fault: null, error: null })
    .where(eq(runs.collection, 'bins'))
}

describe('the history of pulls', () => {
  test('the history has user, time, duration, counts and result', async () => {
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

  test('the history has failed pulls with their sentence, and no secrets', async () => {
    app.netsuite.faults.next({ kind: 'invalid-login-401', times: 3 })
    await app.pull('bins')
    const [run] = await history()
    expect(run).toMatchObject({ state: 'failed', fault: 'refused' })
    expect(run?.error).toMatch(/refused the login/)
    expect(JSON.stringify([run, app.logged()])).not.toMatch(/cs-1|ts-1|ck-1|tk-1/)
  })

  test('the history distinguishes the four results', async () => {
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

  test('the history is deleted after 30 days', async () => {
    await app.erp.pull('bins', 'root')
    app.clock.advance(30 * 24 * 60 * MINUTE_MS)
    await app.erp.pull('locations', 'root')
    expect(await history()).toHaveLength(2)
    app.clock.advance(1)
    await app.erp.pull('items', 'root')
    expect((await history()).map(({ collection }) => collection)).toEqual(['locations', 'items'])
  })
})

/** Two processes pull one collection; the ERP answers only once the second waits for the first. */
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

/** A pull of another process, and how often it has waited for the running one. */
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
  test('a second process waits for the run of the first and returns the same result', async () => {
    const [mine, theirs] = await bothPull()
    expect(mine.status).toBe('fulfilled')
    expect(theirs).toEqual(mine)
    expect(mine).toMatchObject({ value: { added: BINS, total: BINS, result: 'success' } })
    expect(app.netsuite.requests.byName['bin']).toBe(3)
    expect(await history()).toHaveLength(1)
  })

  test('fifty requests for one collection are answered with one pull', async () => {
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

  test('both processes fail with the same sentence', async () => {
    app.netsuite.faults.next({ kind: 'permission-403', match: /id > 1/ })
    for (const outcome of await bothPull())
      expect(outcome).toMatchObject({ status: 'rejected', reason: { kind: 'permission' } })
    expect(await history()).toHaveLength(1)
  })

  test('two processes run two pulls at once in total', async () => {
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
  test('the next pull takes over a dead run after a minute of silence, from its last page', async () => {
    await killedPull()
    app.netsuite.requests.reset()
    await silenceRuns(app.context.db, MINUTE_MS + SECOND_MS)
    expect((await app.pull('bins')).body).toMatchObject({ added: BINS, total: BINS })
    expect(app.netsuite.requests.byName['bin']).toBe(1)
    expect((await history()).map(({ state, fault }) => [state, fault])).toEqual([
      ['failed', 'stopped'],
      ['success', null],
    ])
    expect(await listedBins()).toBe(BINS)
  })

  test('a pull waits for a run that has not been silent for long enough', async () => {
    await killedPull()
    let waitedMs = 0
    const other = app.otherErp({
      wait: async () => {
        waitedMs += 10 * SECOND_MS
        await silenceRuns(app.context.db, 10 * SECOND_MS)
        await aMoment()
      },
    })
    expect(await other.pull('bins', 'ada')).toMatchObject({ added: BINS })
    expect(waitedMs).toBeGreaterThanOrEqual(MINUTE_MS)
  })

  test('a dead run is resumed at the next start, at once if no other process can have it', async () => {
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

  test('another process resumes a dead run without a request', async () => {
    await killedPull()
    const other = app.otherErp()
    app.netsuite.requests.reset()
    await other.takeOver()
    expect((await history()).map(({ state }) => state)).toEqual(['running'])
    await silenceRuns(app.context.db, 2 * MINUTE_MS)
    await other.takeOver()
    await expect.poll(listedBins).toBe(BINS)
    expect(app.netsuite.requests.byName['bin']).toBe(1)
    await other.close()
  })

  test('the start of another process leaves a run alone that may be alive', async () => {
    await killedPull()
    await app.otherErp().resume()
    expect((await history()).map(({ state }) => state)).toEqual(['running'])
  })

  test('a dead run is not resumed after another account was configured', async () => {
    await killedPull()
    const { db } = app.context
    await silenceRuns(db, 2 * MINUTE_MS)
    app.clock.advance(2 * MINUTE_MS)
    await db.execute(
      `UPDATE settings SET updated_at = '${new Date(app.clock.now()).toISOString()}'`,
    )
    app.netsuite.requests.reset()
    expect((await app.pull('bins')).body).toMatchObject({ added: BINS })
    expect(app.netsuite.requests.byName['bin']).toBe(3)
  })

  test('a run that was taken over by mistake must not write any more', async () => {
    const release = app.netsuite.faults.hold({ match: /id > 2/, times: 1 })
    const slow = app.erp.pull('bins', 'root')
    await expect.poll(app.netsuite.faults.pending).toBe(0)
    await silenceRuns(app.context.db, 2 * MINUTE_MS)
    app.clock.advance(SECOND_MS)
    expect(await app.otherErp().pull('bins', 'ada')).toMatchObject({ added: BINS, total: BINS })
    release()
    // It joins the other run, or pulls once more if that one has ended.
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

describe('a pull while the database is away for a moment', () => {
  test('the pull is answered with 503 and Retry-After, and continues later without a request', async () => {
    const release = app.netsuite.faults.hold({ match: /id > 1/, times: 1 })
    const pulled = app.pull('bins')
    await expect.poll(app.netsuite.faults.pending).toBe(0)
    const gone = Object.assign(new Error('terminating connection'), { code: '57P01' })
    const lost = vi.spyOn(app.context.db, 'transaction').mockRejectedValue(gone)
    release()
    expect(await pulled).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { detail: refusals.unavailable, code: 'unavailable' },
    })
    lost.mockRestore()
    app.netsuite.requests.reset()
    await silenceRuns(app.context.db, 2 * MINUTE_MS)
    await app.erp.takeOver()
    await expect.poll(listedBins).toBe(BINS)
    // Two of three pages: the first one was already there.
    expect(app.netsuite.requests.byName['bin']).toBe(2)
  })
})

describe('a long pull', () => {
  test('a pull sends heartbeats while the ERP lets it wait', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const release = app.netsuite.faults.hold({ times: 1 })
    const pulled = app.pull('bins')
    // The run is visible a moment before the heartbeat starts.
    await expect.poll(app.netsuite.faults.pending).toBe(0)
    const lastBeat = async () => (await history())[0]?.heartbeatAt.getTime()
    await silenceRuns(app.context.db, 5 * MINUTE_MS)
    const silent = await lastBeat()
    await vi.advanceTimersByTimeAsync(10 * SECOND_MS)
    // The heartbeat is on its way to the database; the other process checks there.
    await expect.poll(lastBeat).toBeGreaterThan((silent ?? NaN) + 4 * MINUTE_MS)
    const joined = join()
    await expect.poll(joined.waits).toBeGreaterThan(0)
    release()
    expect(await pulled).toMatchObject({ status: 200 })
    expect(await joined.reply).toMatchObject({ added: BINS })
    expect(await history()).toHaveLength(1)
  })
})

describe('a server that stops', () => {
  test('a stop ends the pull at once, and the next start resumes it', async () => {
    app.netsuite.faults.hold({ match: /id > 2/, times: 1 })
    const stopped = app.otherErp()
    app.clock.advance(MINUTE_MS)
    const pulled = stopped.pull('bins', 'ada')
    // The held request, not the next one.
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

  test('callers that wait for the pull get 503 and Retry-After', async () => {
    app.netsuite.faults.hold()
    const pulled = app.pull('bins')
    await expect.poll(async () => (await app.erp.progress()).length).toBe(1)
    await app.erp.close()
    expect(await pulled).toMatchObject({ status: 503, headers: { 'retry-after': '60' } })
  })
})
