/** Two servers on one database whose clocks differ. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ErpConnector } from '#server/erp/erp.ts'
import { interruptedRuns } from '#server/db/mirror/runs.ts'
import { runs } from '#server/db/schema/runs.ts'
import { makeWarehouse } from '#test/netsuite/generator/make-warehouse.ts'
import { aMoment, erpApp, type ErpApp } from '#test/support/server/erp-app.ts'
import { silenceRuns } from '#test/support/database/silent-runs.ts'

const BINS = 2_500
const MINUTE_MS = 60_000

let app: ErpApp
let other: ErpConnector

beforeEach(async () => {
  app = await erpApp({ warehouse: makeWarehouse({ bins: BINS, items: 10, inventory: 20 }) })
})

afterEach(async () => {
  await other.close()
  await app.close()
})

const states = async () =>
  (await app.context.db.select().from(runs).orderBy(runs.startedAt)).map(({ state }) => state)

/** The other server, and how often it has waited for a pull of this one. */
function otherServer(aheadMs: number): () => number {
  let waits = 0
  other = app.otherErp({
    now: () => app.clock.now() + aheadMs,
    wait: async () => {
      waits += 1
      await aMoment()
    },
  })
  return () => waits
}

/** A pull of this server that waits for its second page, and the function that lets it go on. */
async function aLongPull() {
  const release = app.netsuite.faults.hold({ match: /id > 1/, times: 1 })
  const reply = app.erp.pull('bins', 'root')
  await expect.poll(() => app.netsuite.faults.pending()).toBe(0)
  return { reply, release }
}

test.each([2 * MINUTE_MS, -2 * MINUTE_MS, 24 * 60 * MINUTE_MS])(
  'a server whose clock is %i ms ahead leaves the pull of another one alone, and joins it',
  async (aheadMs) => {
    const waits = otherServer(aheadMs)
    const { reply, release } = await aLongPull()
    await other.takeOver()
    expect(await states()).toEqual(['running'])
    const joined = other.pull('bins', 'ada')
    await expect.poll(waits).toBeGreaterThan(1)
    release()
    expect(await reply).toMatchObject({ result: 'success', added: BINS })
    expect(await joined).toEqual(await reply)
    expect(await states()).toEqual(['success'])
    expect(app.netsuite.requests.byName['bin']).toBe(3)
  },
)

test('an abandoned pull is taken over by a server whose clock differs', async () => {
  otherServer(-2 * MINUTE_MS)
  const { reply, release } = await aLongPull()
  await silenceRuns(app.context.db, MINUTE_MS + 1)
  expect(await other.pull('bins', 'ada')).toMatchObject({ result: 'success', added: BINS })
  release()
  expect(await reply).toMatchObject({ result: 'success', total: BINS })
  expect((await states()).toSorted()).toEqual(['failed', 'success', 'success'])
})

test('a pull that a server ahead of time was stopped in is resumed once, not until that time has come', async () => {
  otherServer(0)
  const stopped = app.otherErp({ now: () => app.clock.now() + 2 * MINUTE_MS })
  app.netsuite.faults.hold({ match: /id > 1/, times: 1 })
  const pulled = stopped.pull('bins', 'root')
  await expect.poll(() => app.netsuite.faults.pending()).toBe(0)
  const [reply] = await Promise.allSettled([pulled, stopped.close()])
  expect(reply).toMatchObject({ status: 'rejected', reason: { kind: 'stopped' } })
  await other.takeOver()
  await expect.poll(async () => (await states()).toSorted()).toEqual(['failed', 'success'])
  expect(await interruptedRuns(app.context.db, 'stopped', app.clock.now())).toEqual([])
})
