import { onlineManager } from '@tanstack/react-query'
import { act as settle, cleanup, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import type { Row } from '#contract/collections.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { CASES_RECORD, recordId } from '#console/data/device/device-record.ts'
import { readRecord, removeRecord } from '#console/data/device/device-store.ts'
import { CASES_KEY, type KnownCases } from '#console/data/exceptions/cases.ts'
import { endSession } from '#console/session/session.ts'
import { changeFlags } from '#console/session/steps.ts'
import { retries, retryRecords } from '#server/db/schema/exceptions.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { anAdmin } from '#test/support/people.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { column } from '#test/support/console/table.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'
import { act, casesOf } from '#test/server/routes/exceptions/support.ts'

consolePage()

const { api, server } = consoleServer()

const MINUTE_MS = 60_000

function refused(id: string, message: string): Row {
  const at = new Date(START - 30 * MINUTE_MS).toISOString()
  return {
    id,
    username: 'pat',
    bin_name: 'A-01',
    created_at: at,
    netsuite_response: {
      operation_time: at,
      netsuite_acknowledgment: { message, success: false },
    },
  }
}

const INACTIVE = 'Invalid bin reference: the bin is inactive.'
const DISAGREES = 'The quantity adjusted does not match the inventory detail.'

async function open({ isSuperAdmin = true, more: others = 0 } = {}) {
  const person = await signedInAdmin(server(), { isSuperAdmin, features: ADMIN_FEATURES })
  const { db } = server().context
  const rows = [refused('1', INACTIVE), refused('2', INACTIVE), refused('3', DISAGREES)]
  for (let nth = 0; nth < others; nth += 1) rows.push(refused(`more-${String(nth)}`, INACTIVE))
  await putRecords(db, 'binAdjustmentRecords', rows, START)
  await putRecords(db, 'binCountRecords', [refused('11', INACTIVE)], START)
  const page = await renderConsole({ path: '/exceptions' })
  await screen.findByRole('button', { name: `New (${String(4 + others)})` })
  return { ...page, person }
}

type Page = Awaited<ReturnType<typeof open>>

async function choose({ user }: Page, cause: RegExp): Promise<void> {
  await user.click(await screen.findByRole('option', { name: cause }))
  await screen.findByRole('heading', { level: 2, name: cause })
}

async function more({ user, press }: Page, name: string): Promise<void> {
  await press('More actions')
  await user.click(await screen.findByRole('menuitem', { name }))
}

const BIN = /The bin is inactive in NetSuite/

describe('acting on a cause', () => {
  test('acknowledged exceptions stay open, and are no longer new', async () => {
    const page = await open()
    await choose(page, BIN)
    await page.press('Acknowledge')
    await screen.findByText('Done for 3 records')
    await screen.findByRole('button', { name: 'New (0)' })
    expect(column('Record')).toHaveLength(3)
    expect(column('State')).toEqual(Array(3).fill('Acknowledged'))
  })

  test('snoozed exceptions leave the list, and are found by their filter', async () => {
    const page = await open()
    await choose(page, BIN)
    await more(page, 'For an hour')
    await screen.findByText('1 open in 1 cause', { exact: false })
    await page.press('Snoozed (3)')
    await waitFor(() => expect(column('State')).toEqual(Array(3).fill('Snoozed')))
  })

  test('a person takes a cause, and resolves by hand with the number and a note', async () => {
    const page = await open()
    await choose(page, /quantities don't add up/)
    await more(page, 'Take it')
    expect((await screen.findAllByText('With ada')).length).toBeGreaterThan(0)
    await more(page, 'Resolve')
    const dialog = within(await screen.findByRole('dialog', { name: 'Resolve: 1 record' }))
    await page.user.type(dialog.getByLabelText('Number in NetSuite'), '48213')
    await page.user.type(dialog.getByLabelText('Note'), 'Counted twice')
    await page.user.click(dialog.getByRole('button', { name: 'Resolve' }))
    await screen.findByText('3 open in 1 cause', { exact: false })
    const cases = await casesOf(server(), await page.person.session())
    expect(cases.find(({ record_id }) => record_id === '3')).toMatchObject({
      state: 'resolved',
      resolved_how: 'booked-by-hand',
      erp_number: '48213',
    })
  })

  test("'Try again' is off where it cannot help, and says what must happen first", async () => {
    const page = await open()
    await choose(page, /quantities don't add up/)
    const button = screen.getByRole('button', { name: 'Try again' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toMatch(
      /^Trying again won't help yet\. Record it again on the floor/,
    )
  })

  test("other admins are told that 'Try again' needs a super admin, and get no Assign and no Resolve", async () => {
    const page = await open({ isSuperAdmin: false })
    await choose(page, BIN)
    const button = screen.getByRole('button', { name: 'Try again' })
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toBe('Only a super admin can try again.')
    await page.press('More actions')
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    expect(items).toEqual([
      'Take it',
      'Note',
      'For an hour',
      'Until tomorrow 06:00',
      'For a week',
      'Copy for support',
    ])
  })

  test('without a connection the actions are off and say why', async () => {
    const page = await open()
    await choose(page, BIN)
    onTestFinished(() => onlineManager.setOnline(true))
    settle(() => onlineManager.setOnline(false))
    for (const name of ['Try again', 'Acknowledge'])
      expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
    await page.press('More actions')
    const note = await screen.findByRole('menuitem', { name: 'Note' })
    expect(note.getAttribute('data-disabled')).toBe('true')
    expect(screen.getAllByText('You need to be online for this.').length).toBeGreaterThan(0)
  })
})

describe('acting on selected records', () => {
  test('who was too late is told by whom, and sees the present state', async () => {
    const page = await open()
    const kim = await anAdmin(server().context, {
      username: 'kim',
      isSuperAdmin: true,
      features: ADMIN_FEATURES,
    })
    const keys = [{ collection: 'binAdjustmentRecords', record_id: '1', version: 0 }]
    const resolved = { action: 'resolve', how: 'not-needed', keys }
    const token = await kim.session()
    const [known] = (await casesOf(server(), token)).filter(({ record_id }) => record_id === '1')
    const version = known?.version ?? 0
    const answer = await act(server(), token, { ...resolved, keys: [{ ...keys[0], version }] })
    expect(answer.body).toMatchObject({ results: [{ result: 'done' }] })
    await page.user.click(screen.getByRole('checkbox', { name: 'Select Adjustment 1' }))
    await page.press('Acknowledge')
    expect(await screen.findByText(/^kim changed this first: Resolved: Not needed\./)).toBeTruthy()
    await waitFor(() => expect(column('Record')).not.toContain('Adjustment 1'))
  })

  test('who was too late reads what changed the record first, not the notes that came with it or after it', async () => {
    const page = await open()
    const context = server().context
    const [kim, pia] = await Promise.all(
      ['kim', 'pia'].map((username) =>
        anAdmin(context, { username, isSuperAdmin: true, features: ADMIN_FEATURES }),
      ),
    )
    const decide = async (token: string, action: Row): Promise<void> => {
      const known = (await casesOf(server(), token)).find(({ record_id }) => record_id === '1')
      const keys = [{ collection: 'binAdjustmentRecords', record_id: '1', version: known?.version }]
      const { body } = await act(server(), token, { ...action, keys })
      expect(body).toMatchObject({ results: [{ result: 'done' }] })
    }
    const byKim = (await kim?.session()) ?? ''
    await decide(byKim, { action: 'resolve', how: 'not-needed', note: 'The bin is gone' })
    await decide((await pia?.session()) ?? '', { action: 'note', text: 'Thank you' })
    await page.user.click(screen.getByRole('checkbox', { name: 'Select Adjustment 1' }))
    await page.press('Acknowledge')
    await screen.findByText(/changed this first/)
    expect(screen.getByText(/^kim changed this first: Resolved: Not needed\./)).toBeTruthy()
  })

  test('a retry is watched until it has ended, and says how many succeeded, failed and wait', async () => {
    const page = await open()
    const started = new Date(START).toISOString()
    const retry = (succeeded: number, failed: number) => ({
      id: 'r1',
      cause: null,
      by: 'ada',
      started_at: started,
      ended_at: succeeded + failed === 2 ? started : null,
      total: 2,
      succeeded,
      failed,
      waiting: 2 - succeeded - failed,
      stopped_because: null,
    })
    const answers = [retry(1, 0), retry(1, 1)]
    const asked: unknown[] = []
    api.use(
      http.post('*/api/exceptions/retries', async ({ request }) => {
        asked.push(await request.json())
        return HttpResponse.json(retry(0, 0), { status: 202 })
      }),
      http.get('*/api/exceptions/retries/r1', () =>
        HttpResponse.json(answers.length > 1 ? answers.shift() : answers[0]),
      ),
    )
    await page.user.click(screen.getByRole('checkbox', { name: 'Select Adjustment 1' }))
    await page.user.click(screen.getByRole('checkbox', { name: 'Select Adjustment 2' }))
    await page.press('Try again')
    const bar = await screen.findByRole('progressbar', { name: /^(Trying|Tried) 2 records again/ })
    expect(bar.getAttribute('aria-valuemax')).toBe('2')
    expect(asked).toMatchObject([{ keys: [{ record_id: '1' }, { record_id: '2' }] }])
    await page.pass(3_000)
    expect(await screen.findByText('2 done: 1 succeeded, 1 failed, 0 waiting')).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Tried 2 records again' })).toBeTruthy()
  })

  test('more than 500 records are sent in several calls, and watched together', async () => {
    const page = await open({ more: 600 })
    const asked: number[] = []
    const retry = (id: string, total: number) => ({
      id,
      cause: null,
      by: 'ada',
      started_at: new Date(START).toISOString(),
      ended_at: null,
      total,
      succeeded: total - 1,
      failed: 0,
      waiting: 1,
      stopped_because: null,
    })
    api.use(
      http.post('*/api/exceptions/retries', async ({ request }) => {
        const { keys } = (await request.json()) as { readonly keys: readonly unknown[] }
        asked.push(keys.length)
        return HttpResponse.json(retry(`r${String(asked.length)}`, keys.length), { status: 202 })
      }),
      http.get('*/api/exceptions/retries/:id', ({ params: { id } }) =>
        HttpResponse.json(retry(String(id), asked[id === 'r1' ? 0 : 1] ?? 0)),
      ),
    )
    // A count is among the cause, so the bookings are named one by one.
    await choose(page, BIN)
    await page.press('Try again')
    await screen.findByText('Trying 602 records again')
    expect(asked).toEqual([500, 102])
    expect(screen.getByText('600 done: 600 succeeded, 0 failed, 2 waiting')).toBeTruthy()
  })

  test('the last retries say who, when, how many, and how they ended', async () => {
    const { db } = server().context
    await db.insert(retries).values(ENDED)
    const records = ['1', '2', '3', '4'].map((id) => ({
      retryId: ENDED.id,
      collection: 'binAdjustmentRecords',
      recordId: id,
      outcome: id === '4' ? ('failed' as const) : ('succeeded' as const),
    }))
    await db.insert(retryRecords).values(records)
    const page = await open()
    const title = await screen.findByText('Last retries')
    await page.user.click(title)
    const list = title.closest('details')
    if (!list?.open) throw new Error('the list is not open')
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'kim, 11:50: 4 recordsThe bin is inactive in NetSuite4 done: 3 succeeded, 1 failed, 0 waiting',
    ])
  })
})

describe('who works on what, without a connection', () => {
  /** The console as it opens again on this device, with the session but without the server. */
  async function openOffline() {
    cleanup()
    queryClient.clear()
    onTestFinished(() => onlineManager.setOnline(true))
    onlineManager.setOnline(false)
    await renderConsole({ path: '/exceptions' })
  }
  const stored = () => readRecord(recordId('ada', CASES_RECORD))

  test('states and owners are those that the device has stored, encrypted and with their age', async () => {
    const page = await open()
    await choose(page, BIN)
    await page.press('Acknowledge')
    await screen.findByText('Done for 3 records')
    await more(page, 'Take it')
    await screen.findAllByText('With ada')
    await waitFor(async () => expect((await stored())?.version).toBe(versionNow()))
    expect(typeof (await stored())?.content).toBe('object')
    await page.pass(5_000)
    await openOffline()
    await screen.findAllByText('With ada')
    await waitFor(() => expect(column('State').toSorted()).toEqual(STATES))
    expect(screen.getByText(/^States and owners: fetched 12:00 \(just now\)$/)).toBeTruthy()
  })

  test('a device that has stored none says so', async () => {
    await open()
    await waitFor(async () => expect(await stored()).toBeDefined())
    await removeRecord(recordId('ada', CASES_RECORD))
    await openOffline()
    await screen.findByText(/^Who works on what is not on this device/)
  })

  test('they go with the session and with a withdrawn flag', async () => {
    await open()
    await waitFor(async () => expect(await stored()).toBeDefined())
    settle(() => changeFlags({ binAdjustment: true }, true))
    await waitFor(async () => expect(await stored()).toBeUndefined())
    await waitFor(async () => expect(await stored()).toBeDefined())
    settle(() => endSession('logout'))
    await waitFor(async () => expect(await stored()).toBeUndefined())
  })
})

const STATES = ['Acknowledged', 'Acknowledged', 'Acknowledged', 'New']

/** The version under which the cases in memory are stored. */
function versionNow(): string {
  const { epoch, seq } = queryClient.getQueryData<KnownCases>(CASES_KEY) ?? {}
  return `${String(epoch)} ${String(seq)}`
}

const ENDED = {
  id: 'r9',
  cause: 'bin-inactive',
  by: 'kim',
  startedAt: new Date(START - 10 * MINUTE_MS),
  endedAt: new Date(START - 9 * MINUTE_MS),
  total: 4,
  succeeded: 3,
  failed: 1,
}
