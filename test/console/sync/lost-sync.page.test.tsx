/** Syncs that the server finishes while the link to the tablet is down. */
import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { SYNC_ATTEMPTS } from '#contract/constants.ts'
import { startOnline } from '#console/data/api/online.ts'
import { endSession } from '#console/session/session.ts'
import { readSyncFlags, writeSyncFlags } from '#console/session/sync-notes.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { runs } from '#server/db/schema/runs.ts'
import type { Erp } from '#server/erp/erp.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { column } from '#test/support/console/table.ts'
import { NO_ERP } from '#test/support/server/app.ts'
import { consoleServer } from '#test/support/server/console-server.ts'
import { setErpUp } from '#test/support/server/erp-set-up.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const PULLED = { added: 1, changed: 0, removed: 0, total: 1, refused: 0 }

let pull: Erp['pull']
const asked: string[] = []
const erp: Erp = {
  ...NO_ERP,
  pull: (name, by, from) => {
    asked.push(name)
    return pull(name, by, from)
  },
}
const { api, server } = consoleServer({ erp })

beforeEach(() => {
  asked.length = 0
  pull = async () => PULLED
})

interface Link {
  /** Lets requests through again. */
  readonly mend: () => void
}

/** The link breaks with the first pull: its answer, or already its request, is lost. */
function breaking({ arrives = true } = {}): Link {
  let state: 'whole' | 'broken' | 'mended' = 'whole'
  api.use(
    http.all('*/api/*', ({ request }) => {
      if (state === 'broken') return HttpResponse.error()
      if (state === 'mended' || !request.url.endsWith('/netsuite/bins')) return undefined
      state = 'broken'
      const headers = Object.fromEntries(request.headers)
      const url = '/api/netsuite/bins'
      if (arrives) void server().app.inject({ url, remoteAddress: '192.0.2.1', headers })
      return HttpResponse.error()
    }),
  )
  return { mend: () => void (state = 'mended') }
}

/** What the server has noted about its pull of the bins. */
async function noteRun(facts: Partial<typeof runs.$inferInsert>): Promise<void> {
  const at = new Date()
  const run = { id: 'r', collection: 'bins', startedBy: 'ada', startedAt: at, heartbeatAt: at }
  await server()
    .context.db.insert(runs)
    .values({ ...run, state: 'success', endedAt: at, ...facts })
}

const button = () => screen.findByRole('button', { name: 'Sync with NetSuite' })
const isBusy = async () => (await button()).ariaBusy === 'true'

/** The list of bins, whose sync has just lost its link for longer than three attempts take. */
async function syncing(): Promise<RenderedConsole> {
  await setErpUp(server())
  await signedInAdmin(server(), { features: ['bins'] })
  const page = await renderConsole({ path: '/bins' })
  onTestFinished(startOnline())
  onTestFinished(() => onlineManager.setOnline(true))
  await screen.findByText(/fetched \d\d:/i)
  await page.user.click(await button())
  await waitFor(() => expect(onlineManager.isOnline()).toBe(false))
  await page.pass(SYNC_ATTEMPTS * 5_000)
  expect(await isBusy()).toBe(true)
  return page
}

test('a sync that succeeded while the link was down brings its rows once the link is back', async () => {
  const link = breaking()
  const page = await syncing()
  await noteRun({})
  await putRecords(server().context.db, 'bins', [{ id: '1', bin_number: 'A-1' }], Date.now())
  link.mend()
  await page.pass(1_000)
  await screen.findByText('Bins synced successfully')
  await waitFor(() => expect(column('Bin Number')).toEqual(['A-1']))
  expect([await isBusy(), readSyncFlags()]).toEqual([false, {}])
  expect(asked).toEqual(['bins'])
})

test('a sync that failed while the link was down says why once the link is back', async () => {
  const link = breaking()
  const page = await syncing()
  await noteRun({ state: 'failed', fault: 'busy', error: 'NetSuite was busy.' })
  link.mend()
  await page.pass(1_000)
  await screen.findByText('NetSuite was busy.')
  expect(asked).toEqual(['bins'])
})

test('a sync that somebody cancelled while the link was down is no failure', async () => {
  const link = breaking()
  const page = await syncing()
  await noteRun({ state: 'failed', fault: 'cancelled', error: 'Cancelled by root.' })
  link.mend()
  await page.pass(1_000)
  await waitFor(async () => expect(await isBusy()).toBe(false))
  expect(screen.queryByText('Cancelled by root.')).toBeNull()
  expect(asked).toEqual(['bins'])
})

test('a sync that still runs when the link is back is joined', async () => {
  const link = breaking()
  const page = await syncing()
  await noteRun({ state: 'running', endedAt: null })
  link.mend()
  await page.pass(1_000)
  await screen.findByText('Bins synced successfully')
  expect(asked).toEqual(['bins', 'bins'])
})

test('a sync whose request was lost is asked for again, whatever an earlier one has brought', async () => {
  const before = new Date(Date.now() - 60_000)
  await noteRun({ startedAt: before, endedAt: before })
  const link = breaking({ arrives: false })
  const page = await syncing()
  link.mend()
  await page.pass(1_000)
  await screen.findByText('Bins synced successfully')
  expect(asked).toEqual(['bins'])
})

test('a session that ends while the link is down ends its sync, and the next one hears nothing of it', async () => {
  const link = breaking({ arrives: false })
  const page = await syncing()
  act(() => endSession('hidden'))
  link.mend()
  await page.pass(10_000)
  expect(onlineManager.isOnline()).toBe(true)
  expect(screen.queryByText('Bins synced successfully')).toBeNull()
  expect([asked, readSyncFlags()]).toEqual([[], {}])
})

test('after a reload without a link, the running sync is joined once the link is back', async () => {
  await noteRun({ state: 'running', endedAt: null })
  let isThere = false
  api.use(http.get('*/api/netsuite/areas', () => (isThere ? undefined : HttpResponse.error())))
  await signedInAdmin(server(), { features: ['bins'] })
  writeSyncFlags({ bins: Date.now() - 1_000 })
  act(() => onlineManager.setOnline(false))
  onTestFinished(() => onlineManager.setOnline(true))
  const page = await renderConsole({ path: '/bins' })
  await page.pass(1_000)
  expect(asked).toEqual([])
  isThere = true
  act(() => onlineManager.setOnline(true))
  await screen.findByText('Successfully synced bins from NetSuite')
  expect(asked).toEqual(['bins'])
})
