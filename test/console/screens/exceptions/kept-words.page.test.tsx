/** What a person types about exceptions, while somebody else acts on them or the console is locked. */
import { act as settle, screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import type { Row } from '#contract/collections.ts'
import { LIVE_REFRESH_EVERY_MS } from '#contract/constants.ts'
import { readDraft } from '#console/session/draft.ts'
import { endSession } from '#console/session/session.ts'
import { passBothFactors, passFirstFactor } from '#console/session/steps.ts'
import { hasUnsaved } from '#console/ui/forms/unsaved.ts'
import { cases } from '#server/db/schema/exceptions.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { anAdmin, CACHE_KEY, type Person } from '#test/support/people.ts'
import { holdNextAnswer } from '#test/support/console/calls/answers.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { signedIn } from '#test/support/console/session.ts'
import { column } from '#test/support/console/table.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'
import { act, casesOf, refOf } from '#test/server/routes/exceptions/support.ts'

consolePage()

const consoleUnderTest = consoleServer()
const { server } = consoleUnderTest

const TYPED = 'Counted again: 17 are on pallet 9'

const flags = Object.fromEntries(ADMIN_FEATURES.map((flag) => [flag, true]))

let ada: Person
let kim: Person

beforeEach(async () => {
  const facts = { isSuperAdmin: true, features: ADMIN_FEATURES }
  ada = await signedInAdmin(server(), facts)
  kim = await anAdmin(server().context, { ...facts, username: 'kim' })
})

function adjustment(id: string, success = false): Row {
  const at = new Date(START - 1_000).toISOString()
  const message = 'Invalid bin reference: the bin is inactive.'
  const netsuite_acknowledgment = { message, success }
  return {
    id,
    created_at: at,
    netsuite_response: { operation_time: at, netsuite_acknowledgment },
  }
}

async function open(ids: readonly string[], path = '/exceptions'): Promise<RenderedConsole> {
  await putRecords(
    server().context.db,
    'binAdjustmentRecords',
    ids.map((id) => adjustment(id)),
    START,
  )
  const page = await renderConsole({ path })
  await screen.findByText(`${String(ids.length)} open in 1 cause`, { exact: false })
  return page
}

/** Opens the dialog of an action for what is selected, or for the open record. */
async function ask({ user }: RenderedConsole, name: string): Promise<void> {
  const buttons = await screen.findAllByRole('button', { name: 'More actions' })
  await user.click(buttons.at(-1) ?? document.body)
  await user.click(await screen.findByRole('menuitem', { name }))
  await screen.findByRole('dialog', { name: new RegExp(`^${name}: `) })
}

async function askFor(page: RenderedConsole, ids: readonly string[], name: string): Promise<void> {
  for (const id of ids)
    await page.user.click(screen.getByRole('checkbox', { name: `Select Adjustment ${id}` }))
  await ask(page, name)
}

const dialog = (name: string) => within(screen.getByRole('dialog', { name }))
const note = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })

/** Typing takes many times longer; only one test does it. */
async function pasteNote({ user }: RenderedConsole, text: string): Promise<void> {
  await user.click(note())
  await user.paste(text)
}

const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

async function send({ user }: RenderedConsole, name: string, verb: string): Promise<void> {
  await user.click(dialog(name).getByRole('button', { name: verb }))
}

/** Kim acts on a record, and this console does not know yet. */
async function kimActs(id: string, action: Row): Promise<void> {
  const token = await kim.session()
  const keys = (await casesOf(server(), token)).filter((one) => one.record_id === id).map(refOf)
  const { body } = await act(server(), token, { ...action, keys })
  expect(body).toMatchObject({ results: [{ result: 'done' }] })
}

const kimTakes = (id: string) => kimActs(id, { action: 'assign', assignee: 'kim' })
const kimResolves = (id: string) => kimActs(id, { action: 'resolve', how: 'not-needed' })

const casesNow = async () => casesOf(server(), await ada.session())

describe('when somebody else was faster', () => {
  test('a note stays in its dialog, and pressing again adds it', async () => {
    const page = await open(['1'])
    await askFor(page, ['1'], 'Note')
    await page.user.type(note(), TYPED)
    await kimTakes('1')
    await send(page, 'Note: 1 record', 'Note')
    await screen.findByText(/^kim changed this first: Assigned: kim\./)
    expect(note().value).toBe(TYPED)
    expect(await casesNow()).toMatchObject([{ notes: 0 }])
    await send(page, 'Note: 1 record', 'Note')
    await screen.findByText('Done for 1 record')
    await isClosed()
    expect(await casesNow()).toMatchObject([{ notes: 1, assignee: 'kim' }])
  })

  test('a resolution keeps its number and is not overwritten before the person has read of the other one', async () => {
    const page = await open(['1', '2'])
    await askFor(page, ['1'], 'Resolve')
    await page.fill('Number in NetSuite', '48213')
    await kimResolves('1')
    await page.pass(LIVE_REFRESH_EVERY_MS)
    await waitFor(() => expect(column('Record')).toEqual(['Adjustment 2']))
    await send(page, 'Resolve: 1 record', 'Resolve')
    await screen.findByText(/^kim changed this first: Resolved: Not needed\./)
    expect(screen.getByLabelText('Number in NetSuite')).toHaveProperty('value', '48213')
    expect(await casesNow()).toMatchObject([{ resolved_by: 'kim' }, {}])
    await send(page, 'Resolve: 1 record', 'Resolve')
    await isClosed()
    expect(await casesNow()).toMatchObject([{ resolved_by: 'ada', erp_number: '48213' }, {}])
  })

  test('pressing again applies only to the record that somebody else changed', async () => {
    const page = await open(['1', '2'])
    await askFor(page, ['1', '2'], 'Note')
    await pasteNote(page, TYPED)
    await kimTakes('2')
    await send(page, 'Note: 2 records', 'Note')
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toMatch(/^kim changed this first: .* · Done for 1 record$/)
    await screen.findByRole('dialog', { name: 'Note: 1 record' })
    expect(note().value).toBe(TYPED)
    await send(page, 'Note: 1 record', 'Note')
    await isClosed()
    expect(await casesNow()).toMatchObject([{ notes: 1 }, { notes: 1 }])
  })
})

describe('when a record leaves the server while the person types', () => {
  const leave = async (id: string) =>
    server().context.db.delete(cases).where(eq(cases.recordId, id))

  test('the dialog of that record alone closes, because nothing is left to do', async () => {
    const page = await open(['1'])
    await askFor(page, ['1'], 'Note')
    await pasteNote(page, TYPED)
    await leave('1')
    await send(page, 'Note: 1 record', 'Note')
    await screen.findByText('1 record no longer needs attention.')
    await isClosed()
    expect(hasUnsaved()).toBe(false)
  })

  test('the dialog of several records closes, and one notice says what was done and what is gone', async () => {
    const page = await open(['1', '2'])
    await askFor(page, ['1', '2'], 'Note')
    await pasteNote(page, TYPED)
    await leave('2')
    await send(page, 'Note: 2 records', 'Note')
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toBe('1 record no longer needs attention. · Done for 1 record')
    await isClosed()
    expect(await casesNow()).toMatchObject([{ notes: 1 }])
  })
})

describe('when the case is resolved elsewhere while the person types', () => {
  test.each([
    ['of the last selected record', ['1', '2']],
    ['of the last open record', ['1']],
  ])('the dialog %s stays, and its note is added', async (_, ids) => {
    const page = await open(ids)
    await askFor(page, ['1'], 'Note')
    await pasteNote(page, TYPED)
    await kimResolves('1')
    await page.pass(LIVE_REFRESH_EVERY_MS)
    await waitFor(() => expect(screen.queryByText('Adjustment 1')).toBeNull())
    expect(note().value).toBe(TYPED)
    await send(page, 'Note: 1 record', 'Note')
    await screen.findByText(/^kim changed this first: Resolved: Not needed\./)
    await send(page, 'Note: 1 record', 'Note')
    await isClosed()
    expect((await casesNow())[0]).toMatchObject({ notes: 1, state: 'resolved' })
  })

  test('the dialog over the page of the record stays when the record leaves the list', async () => {
    const page = await open(['1', '2'])
    await page.user.click(screen.getByText('Adjustment 1'))
    await screen.findByRole('dialog')
    await ask(page, 'Note')
    await pasteNote(page, TYPED)
    await putRecords(server().context.db, 'binAdjustmentRecords', [adjustment('1', true)], START)
    await page.press('Refresh')
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
    expect(note().value).toBe(TYPED)
  })
})

test("Escape closes the dialog alone, not the record's page below it", async () => {
  const page = await open(['1'])
  await page.user.click(screen.getByText('Adjustment 1'))
  await screen.findByRole('dialog')
  await ask(page, 'Note')
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
  expect(screen.getByRole('dialog').textContent).toContain('Adjustment 1')
})

describe('a step out of a dialog with typed words', () => {
  test('asks first, over the dialog and the page of the record; words that are kept stay', async () => {
    const page = await open(['1'])
    await page.user.click(screen.getByText('Adjustment 1'))
    await screen.findByRole('dialog')
    await ask(page, 'Note')
    await pasteNote(page, TYPED)
    await page.user.keyboard('{Escape}')
    const question = await screen.findByRole('dialog', { name: 'Discard changes?' })
    expect(zIndexOf(question)).toBeGreaterThan(
      zIndexOf(screen.getByRole('dialog', { name: 'Note: 1 record' })),
    )
    await page.press('Keep editing')
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(2))
    expect(note().value).toBe(TYPED)
    await page.user.keyboard('{Escape}')
    await page.press('Discard')
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
    expect(screen.getByRole('dialog').textContent).toContain('Adjustment 1')
    expect(await casesNow()).toMatchObject([{ notes: 0 }])
  })

  test('asks before another screen opens', async () => {
    const page = await open(['1'])
    await askFor(page, ['1'], 'Note')
    await pasteNote(page, TYPED)
    await page.user.click(screen.getByRole('link', { name: 'Dashboard' }))
    await page.press('Keep editing')
    expect(page.place()).toMatch(/^\/exceptions/)
    expect(note().value).toBe(TYPED)
  })
})

function zIndexOf(element: HTMLElement): number {
  const layer = element.closest<HTMLElement>('[style*="--mb-z-index"]')
  return Number(layer?.style.getPropertyValue('--mb-z-index') ?? 0)
}

describe('what is typed', () => {
  test('comes back after a lock, with its dialog', async () => {
    const page = await open(['1', '2'])
    await askFor(page, ['1', '2'], 'Resolve')
    await page.fill('Number in NetSuite', '48213')
    await pasteNote(page, TYPED)
    settle(() => endSession('hidden'))
    await waitFor(() => expect(page.place()).toBe('/login'))
    expect(screen.queryByRole('dialog')).toBeNull()
    const token = await ada.session()
    const facts = { isSuperAdmin: true, features: ADMIN_FEATURES, cacheKey: CACHE_KEY }
    settle(() => void signedIn({ username: 'ada', token, ...facts }))
    await page.go('/exceptions')
    await screen.findByRole('dialog', { name: 'Resolve: 2 records' })
    expect(screen.getByLabelText('Number in NetSuite')).toHaveProperty('value', '48213')
    expect(note().value).toBe(TYPED)
    await send(page, 'Resolve: 2 records', 'Resolve')
    await isClosed()
    const resolved = { state: 'resolved', erp_number: '48213', notes: 1 }
    expect(await casesNow()).toMatchObject([resolved, resolved])
  })

  test.each([
    ['on the login page', false],
    ['between password and code', true],
  ])(
    'does not come back after a lock if the server has it by an answer that comes %s',
    async (_, isKnown) => {
      const page = await open(['1'])
      await askFor(page, ['1'], 'Note')
      await pasteNote(page, TYPED)
      await waitFor(() => expect(readDraft()).not.toBeNull())
      const answer = holdNextAnswer(consoleUnderTest, 'POST', '/exceptions/actions')
      await send(page, 'Note: 1 record', 'Note')
      await waitFor(() => expect(answer.isHeld()).toBe(true))
      settle(() => endSession('hidden'))
      await waitFor(() => expect(page.place()).toBe('/login'))
      const first = { token: 'first', username: 'ada', password: 'ada-secret', isSuperAdmin: true }
      if (isKnown) settle(() => passFirstFactor(first, Date.now()))
      settle(answer.release)
      await screen.findByText('Done for 1 record')
      const token = await ada.session()
      const facts = { token, username: 'ada', isSuperAdmin: true, cacheKey: CACHE_KEY }
      settle(() => passBothFactors({ ...facts, features: flags }, Date.now()))
      await page.go('/exceptions')
      await screen.findByText('1 open in 1 cause', { exact: false })
      await waitFor(() => expect(readDraft()).toBeNull())
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(await casesNow()).toMatchObject([{ notes: 1 }])
    },
  )

  test('is stored for a reload and holds back a new version, until the dialog closes', async () => {
    const page = await open(['1'])
    await askFor(page, ['1'], 'Note')
    expect(hasUnsaved()).toBe(false)
    await pasteNote(page, TYPED)
    expect(hasUnsaved()).toBe(true)
    await waitFor(() => expect(readDraft()).not.toBeNull())
    expect(readDraft()).not.toContain('pallet')
    await send(page, 'Note: 1 record', 'Note')
    await isClosed()
    expect(hasUnsaved()).toBe(false)
    await waitFor(() => expect(readDraft()).toBeNull())
    await ask(page, 'Note')
    expect(note().value).toBe('')
  })

  test('is neither reported to nor taken from the next admin by an answer to the one before', async () => {
    const page = await open(['1', '2'])
    await askFor(page, ['1'], 'Note')
    await pasteNote(page, TYPED)
    const answer = holdNextAnswer(consoleUnderTest, 'POST', '/exceptions/actions')
    await send(page, 'Note: 1 record', 'Note')
    await waitFor(() => expect(answer.isHeld()).toBe(true))
    settle(() => endSession('hidden'))
    await waitFor(() => expect(page.place()).toBe('/login'))
    const facts = { username: 'kim', isSuperAdmin: true, cacheKey: CACHE_KEY, features: flags }
    const signInAsKim = async () => {
      const token = await kim.session()
      settle(() => passBothFactors({ ...facts, token }, Date.now()))
      await page.go('/exceptions')
    }
    await signInAsKim()
    await screen.findByText('2 open in 1 cause', { exact: false })
    await askFor(page, ['2'], 'Note')
    await pasteNote(page, 'For the night shift')
    settle(answer.release)
    await page.pass(1_000)
    expect(screen.queryByText('Done for 1 record')).toBeNull()
    settle(() => endSession('hidden'))
    await waitFor(() => expect(page.place()).toBe('/login'))
    await signInAsKim()
    await screen.findByRole('dialog', { name: 'Note: 1 record' })
    expect(note().value).toBe('For the night shift')
  })
})
