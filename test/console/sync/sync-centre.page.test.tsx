import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AdminFeature } from '#contract/access.ts'
import type { PulledCollection } from '#contract/collections.ts'
import type { Erp } from '#server/erp/erp.ts'
import { floorRecords, type WaitsFor } from '#server/db/schema/floor.ts'
import { runs } from '#server/db/schema/runs.ts'
import { NO_ERP } from '#test/support/server/app.ts'
import { offering } from '#test/support/console/console-config.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { readSyncFlags, writeSyncFlags } from '#console/session/sync-notes.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const MINUTE_MS = 60_000
const PULLED = { added: 1, changed: 0, removed: 0, total: 1, refused: 0 }

let pull: Erp['pull']
let budget: ReturnType<Erp['budget']>
const asked: string[] = []
const erp: Erp = {
  ...NO_ERP,
  budget: () => budget,
  pull: (name, by, from) => {
    asked.push(`pull ${name}`)
    return pull(name, by, from)
  },
  cancel: async (name) => {
    asked.push(`cancel ${name}`)
    await server().context.db.delete(runs)
    return true
  },
  poll: async () => {},
  readAgain: async (by) => void asked.push(`read again by ${by}`),
  book: async () => ({ kind: 'missing' }),
  close: async () => {},
}
const { api, server } = consoleServer({ erp })

beforeEach(() => {
  asked.length = 0
  pull = async () => PULLED
  budget = NO_ERP.budget()
})

/** A run in the server's history. */
async function aRun(
  collection: PulledCollection,
  more: Partial<typeof runs.$inferInsert> & { readonly minutesAgo: number },
): Promise<void> {
  const { minutesAgo, ...facts } = more
  const at = new Date(START - minutesAgo * MINUTE_MS)
  const ended = facts.state === 'running' || facts.state === 'waiting' ? null : at
  await server()
    .context.db.insert(runs)
    .values({
      id: `${collection} ${minutesAgo}`,
      collection,
      startedBy: 'ada',
      state: 'success',
      startedAt: at,
      heartbeatAt: at,
      endedAt: ended,
      ...facts,
    })
}

async function openCentre(isSuperAdmin = false, more: readonly AdminFeature[] = []) {
  await signedInAdmin(server(), { features: ['bins', 'items', ...more], isSuperAdmin })
  const page = await renderConsole({ path: '/dashboard' })
  await screen.findByRole('button', { name: 'Sync details' })
  await page.press('Sync details')
  const dialog = await screen.findByRole('dialog', { name: 'NetSuite sync' })
  await within(dialog).findByRole('heading', { name: 'Bins' })
  return { ...page, dialog }
}

const areaOf = (dialog: HTMLElement, title: string) => {
  const found = within(dialog).getByRole('heading', { name: title }).closest('li')
  if (!found) throw new Error(`no area ${title}`)
  return found
}

describe('the budget of the account', () => {
  const BUSY: ReturnType<Erp['budget']> = {
    atOnce: 2,
    inFlight: 2,
    waiting: 3,
    sent: 1_204,
    refused: 7,
    nextPullAt: new Date(START + 25 * MINUTE_MS),
    pausedUntil: new Date(START + 2 * MINUTE_MS),
  }
  const idle = NO_ERP.budget()

  async function aRecord(id: string, minutesAgo: number, waitsFor: WaitsFor | null): Promise<void> {
    const at = new Date(START - minutesAgo * MINUTE_MS)
    const facts = { collection: 'binTransfer', userid: 'picker1', hash: id, clientId: id, id }
    await server()
      .context.db.insert(floorRecords)
      .values({ ...facts, booking: 'failed', nextAt: at, createdAt: at, madeAt: at, waitsFor })
  }

  test('is shown with what waits to be booked, and kept up to date', async () => {
    budget = BUSY
    await aRecord('1', 5, 'account')
    await aRecord('2', 40, 'account')
    await aRecord('3', 1, null)
    const { dialog, pass } = await openCentre(false, ['binTransfer'])
    const facts = within(
      await within(dialog).findByRole('region', { name: 'Requests to NetSuite' }),
    )
    expect(facts.getByText('2 of 2 at once, 3 waiting')).toBeDefined()
    expect(facts.getByText('7 refused as too many at once').closest('dd')?.textContent).toBe(
      '1,204 requests, 7 refused as too many at once',
    )
    expect(facts.getByText('12:25')).toBeDefined()
    expect(
      facts.getByText('2 records wait for NetSuite to answer (the first came 40 min ago).'),
    ).toBeDefined()
    expect(facts.getByText('1 record waits in line (the first came 1 min ago).')).toBeDefined()
    expect(facts.getByText('Bookings pause until 12:02.')).toBeDefined()
    budget = idle
    await pass(1_000)
    expect(await facts.findByText('0 of 2 at once, 0 waiting')).toBeDefined()
    expect(facts.getByText('None. Lists are synced when somebody asks.')).toBeDefined()
  })

  test('says nothing of bookings to a person who may see no records', async () => {
    budget = idle
    await aRecord('1', 5, 'account')
    const { dialog } = await openCentre()
    await within(dialog).findByText('0 of 2 at once, 0 waiting')
    expect(within(dialog).queryByText('To be booked')).toBeNull()
  })

  test('is asked for only while the sync centre is open', async () => {
    budget = idle
    const calls: string[] = []
    api.events.on('request:start', ({ request }) => {
      if (request.url.endsWith('/netsuite/budget')) calls.push(request.url)
    })
    const { dialog, pass, press } = await openCentre(false, ['binTransfer'])
    await within(dialog).findByText('Nothing is waiting.')
    await press('Close')
    const before = calls.length
    await pass(60_000)
    expect(calls).toHaveLength(before)
    expect(before).toBeGreaterThan(0)
  })
})

describe('the sync centre', () => {
  test('the sync centre shows pages and rows of a running pull, with its last success and last attempt', async () => {
    await aRun('bins', { minutesAgo: 60, rows: 5_000, added: 4, changed: 2, removed: 1 })
    await aRun('bins', {
      minutesAgo: 30,
      state: 'failed',
      fault: 'busy',
      error: 'NetSuite is busy.',
    })
    await aRun('bins', { minutesAgo: 0, state: 'running', pages: 2, rows: 2_000 })
    const { dialog } = await openCentre()
    const bins = within(areaOf(dialog, 'Bins'))
    expect(bins.getByText('Running')).toBeDefined()
    expect(bins.getByText('2 pages, 2,000 of about 5,000 rows')).toBeDefined()
    expect(bins.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
    expect(
      bins.getByText(/^Last synced .*by ada \(.*5,000 rows, 4 added, 2 changed, 1 removed$/),
    ).toBeDefined()
    expect(
      bins.getByText(/^Last attempt 11:30 .*by ada: NetSuite is busy\. Wait a minute/),
    ).toBeDefined()
    expect(within(areaOf(dialog, 'Items')).getByText('Never synced')).toBeDefined()
  })

  test('the sync centre updates while a pull runs', async () => {
    await aRun('bins', { minutesAgo: 0, state: 'running', pages: 1, rows: 1_000 })
    const { dialog, pass } = await openCentre()
    expect(within(dialog).getByText('1 page, 1,000 rows')).toBeDefined()
    await server().context.db.update(runs).set({ pages: 2, rows: 2_000 })
    await pass(1_000)
    expect(await within(dialog).findByText('2 pages, 2,000 rows')).toBeDefined()
  })

  test('the sync centre groups problems and lists refused rows by reason', async () => {
    const failed = { state: 'failed', fault: 'refused', error: 'NetSuite refused.' } as const
    await aRun('bins', { minutesAgo: 20, ...failed })
    await aRun('items', { minutesAgo: 10, ...failed })
    const refusals = [
      { row: '7', reason: 'no number' },
      { row: '9', reason: 'no number' },
    ]
    await aRun('items', { minutesAgo: 5, state: 'partial', refused: 3, refusals })
    const { dialog } = await openCentre()
    const problem = (
      await within(dialog).findByText('Bins, Items: 2 times, last 11:50 (10 min ago)')
    ).parentElement
    expect(problem?.textContent).toMatch(/^NetSuite refused\.Test the connection in ERP Setup/)
    const items = areaOf(dialog, 'Items')
    expect(within(items).getByText('Partially synced')).toBeDefined()
    expect(items.querySelector('details')?.textContent).toBe(
      '3 rows were refusedno number: 7, 9and 1 more',
    )
  })

  test('what a sync did without is said with its area, and not as a failure', async () => {
    const reading = { since: null, query: '', latest: null, isUndated: true, without: ['memo'] }
    await aRun('bins', { minutesAgo: 5, reading })
    const { dialog } = await openCentre()
    const said = within(areaOf(dialog, 'Bins')).getByText(/^Read without memo, which the account/)
    expect(said.textContent).toContain('Give the role access to the field')
    expect(within(dialog).queryByRole('heading', { name: 'What went wrong' })).toBeNull()
  })

  test('the sync centre cancels a pull', async () => {
    await aRun('bins', { minutesAgo: 0, state: 'running' })
    const { dialog, press } = await openCentre()
    await press('Cancel the sync of bins')
    await waitFor(() => expect(asked).toContain('cancel bins'))
    await within(dialog).findByRole('button', { name: 'Sync bins now' })
  })

  test('the sync centre starts a pull', async () => {
    const { press } = await openCentre()
    await press('Sync items now')
    await screen.findByText('Successfully synced items from NetSuite')
    expect(asked).toEqual(['pull items'])
  })

  test('a super admin reads everything again, after a question that explains it', async () => {
    const { press } = await openCentre(true)
    await press('Read everything again')
    const question = await screen.findByRole('dialog', {
      name: 'Read everything from NetSuite again?',
    })
    expect(question.textContent).toContain('reads every list from the start')
    expect(asked).toEqual([])
    await press('Read everything')
    await screen.findByText('Every list is being read again.')
    expect(asked).toEqual([expect.stringMatching(/^read again by /)])
  })

  test.each([
    ['other admins', false, ['syncs', 'read-again']],
    ['a server that does not offer it', true, ['syncs']],
  ] as const)('there is no such action with %s', async (_who, isSuperAdmin, offers) => {
    offering(...offers)
    const { dialog } = await openCentre(isSuperAdmin)
    expect(within(dialog).getByRole('button', { name: 'Sync bins now' })).toBeDefined()
    expect(within(dialog).queryByRole('button', { name: 'Read everything again' })).toBeNull()
  })
})

describe('syncs after a reload', () => {
  test("after signing in again, the admin's own pulls are joined and their outcome is reported", async () => {
    await aRun('bins', { minutesAgo: 1, state: 'running', startedBy: 'root' })
    await aRun('items', { minutesAgo: 1, state: 'running', startedBy: 'somebody' })
    await signedInAdmin(server(), { username: 'root', features: ['bins', 'items'] })
    await renderConsole({ path: '/dashboard' })
    await screen.findByText('Successfully synced bins from NetSuite')
    expect(asked).toEqual(['pull bins'])
  })

  test('after a reload during a sync, the sync is joined if it still runs and finished if it does not', async () => {
    await aRun('bins', { minutesAgo: 1, state: 'running', startedBy: 'schedule' })
    await signedInAdmin(server(), { username: 'root', features: ['bins', 'items'] })
    let letGo = (): void => undefined
    pull = () =>
      new Promise((resolve) => {
        letGo = () => resolve(PULLED)
      })
    writeSyncFlags({ bins: Date.now() - 60_000, items: Date.now() - 60_000 })
    await renderConsole({ path: '/dashboard' })
    const sync = await screen.findByRole('button', { name: 'Sync from NetSuite' })
    await waitFor(() => expect(asked).toEqual(['pull bins']))
    await waitFor(() => expect(sync.getAttribute('aria-busy')).toBe('true'))
    letGo()
    await screen.findByText('Successfully synced bins from NetSuite')
    await waitFor(() => expect(sync.getAttribute('aria-busy')).toBe('false'))
    await waitFor(() => expect(readSyncFlags()).toEqual({}))
  })
})

test('a server that does not offer sync details is not asked for them', async () => {
  const path = '/api/netsuite/areas'
  let isAsked = false
  offering()
  api.use(
    http.get(path, () => {
      isAsked = true
      return HttpResponse.json({ detail: 'Not Found' }, { status: 404 })
    }),
  )
  await signedInAdmin(server(), { features: ['bins'] })
  await renderConsole({ path: '/bins' })
  await screen.findByRole('button', { name: 'Sync with NetSuite' })
  await screen.findByText(/fetched \d\d:/i)
  expect(screen.queryByRole('button', { name: 'Sync details' })).toBeNull()
  expect(isAsked).toBe(false)
})
