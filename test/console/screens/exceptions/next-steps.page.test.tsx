import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import type { Row } from '#contract/collections.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { offering } from '#test/support/console/console-config.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const { api, server } = consoleServer()

const HOUR_MS = 3_600_000
const INACTIVE = 'Invalid bin reference: the bin is inactive.'
const BIN = /The bin is inactive in NetSuite/
const UNKNOWN = "Item PALLET-9 isn't in the NetSuite data. Sync items, then try again."

function refused(id: string, message: string, hoursAgo = 3): Row {
  const at = new Date(START - hoursAgo * HOUR_MS).toISOString()
  const netsuite_acknowledgment = { message, success: false }
  return {
    id,
    username: 'pat',
    bin_name: 'A-01',
    created_at: at,
    item_data: [{ item_number: 'BOLT', quantity: 2, bin_number: 'A-01' }],
    netsuite_response: { operation_time: at, netsuite_acknowledgment },
  }
}

const waiting = (id: string): Row => ({
  id,
  created_at: new Date(START - HOUR_MS).toISOString(),
})

interface Facts {
  readonly adjustments?: readonly Row[]
  readonly counts?: readonly Row[]
  readonly isSuperAdmin?: boolean
}

async function open({
  adjustments = [],
  counts = [],
  isSuperAdmin = true,
}: Facts): Promise<RenderedConsole> {
  await signedInAdmin(server(), { isSuperAdmin, features: ADMIN_FEATURES })
  const { db } = server().context
  await putRecords(db, 'binAdjustmentRecords', adjustments, START)
  await putRecords(db, 'binCountRecords', counts, START)
  const page = await renderConsole({ path: '/exceptions' })
  await screen.findByRole('button', {
    name: `New (${String(adjustments.length + counts.length)})`,
  })
  return page
}

async function choose({ user }: RenderedConsole, cause: RegExp): Promise<void> {
  await user.click(await screen.findByRole('option', { name: cause }))
  await screen.findByRole('heading', { level: 2, name: cause })
}

async function openRecord({ user }: RenderedConsole, name: string): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name }))
  const dialog = await screen.findByRole('dialog', { name: 'Record Details' })
  within(dialog).getByText(`${name} · A-01`)
  return dialog
}

const MIXTURE =
  '2 of 3 can be tried again. Counts and receipts have to be recorded again or resolved.'

test('a cause with counts says how many of its records can be tried again, and what becomes of the others', async () => {
  const page = await open({
    adjustments: [refused('1', INACTIVE), refused('2', INACTIVE)],
    counts: [refused('11', INACTIVE)],
  })
  await choose(page, BIN)
  expect(screen.getByText('First: Activate the bin in NetSuite, then try again.')).toBeTruthy()
  expect(screen.getByText(MIXTURE)).toBeTruthy()
})

test('a cause of counts alone says to record them again, and why they cannot be tried again', async () => {
  const page = await open({ counts: [refused('11', INACTIVE), refused('12', INACTIVE)] })
  await choose(page, BIN)
  expect(
    screen.getByText('First: Activate the bin in NetSuite, then record it again or resolve it.'),
  ).toBeTruthy()
  expect(screen.queryByText(/can be tried again/)).toBeNull()
  const again = screen.getByRole('button', { name: 'Try again' })
  expect(again.getAttribute('aria-disabled')).toBe('true')
  // A tooltip needs a pointer that hovers.
  expect(shown('Counts and receipts are not booked from here.')).toBe(1)
})

test('what is tried again automatically asks for nothing, and its button does not stand out', async () => {
  offering('bookings', 'exceptions')
  const page = await open({ adjustments: [waiting('1')] })
  await choose(page, /NetSuite doesn't answer/)
  expect(screen.getByText('Nothing to do: it is tried again automatically.')).toBeTruthy()
  const again = screen.getByRole('button', { name: 'Try again' })
  expect(again.getAttribute('data-variant')).toBe('default')
  expect(again.getAttribute('aria-disabled')).toBe('false')
  expect(screen.queryByText(/can put this right/)).toBeNull()

  // The server has no case of a record without an answer, so it is named.
  const asked: unknown[] = []
  api.use(
    http.post('*/api/exceptions/retries', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ detail: 'Not now.' }, { status: 409 })
    }),
  )
  await page.press('Try again')
  await waitFor(() => expect(asked).toMatchObject([{ keys: [{ record_id: '1' }] }]))
})

test.each([
  {
    state: 'Not booked in NetSuite yet. Retrying automatically.',
    step: 'Nothing to do: it is tried again automatically.',
    look: 'default',
  },
  // Tried too often, or resolved and reopened.
  { state: 'Not booked in NetSuite', step: 'Try again.', look: 'filled' },
])(
  'a passing fault is left to a person if the report announces no attempt: $state',
  async (facts) => {
    offering('bookings', 'exceptions')
    const row = refused('1', 'An unexpected error occurred. Error ID: 4711')
    const response = { ...(row['netsuite_response'] as Row), message: facts.state }
    const page = await open({ adjustments: [{ ...row, netsuite_response: response }] })
    await choose(page, /NetSuite had an internal error/)
    expect(screen.getByText(facts.step)).toBeTruthy()
    const again = screen.getByRole('button', { name: 'Try again' })
    expect(again.getAttribute('data-variant')).toBe(facts.look)
  },
)

test('a person who may not try again sees why below the buttons', async () => {
  const page = await open({ adjustments: [refused('1', INACTIVE)], isSuperAdmin: false })
  await choose(page, BIN)
  expect(shown('Only a super admin can try again.')).toBe(1)
})

test("a record's dialog says what NetSuite wrote, what comes first, the actions, the items, and at last the history", async () => {
  const page = await open({ adjustments: [refused('1', UNKNOWN), refused('2', UNKNOWN)] })
  await page.user.click(screen.getByRole('checkbox', { name: 'Select Adjustment 1' }))
  await page.press('Acknowledge')
  await screen.findByText('Done for 1 record')
  const dialog = await openRecord(page, 'Adjustment 1')
  const inside = within(dialog)
  const parts = [
    inside.getByText(/^NetSuite refused this at/),
    inside.getByText(/^First: Sync items, then try again\./),
    inside.getByRole('button', { name: 'Try again' }),
    inside.getByRole('button', { name: 'Sync items' }),
    inside.getByText('BOLT'),
    inside.getByRole('button', { name: 'ERP Response Details' }),
    await inside.findByText('History'),
  ]
  expect(inOrder(parts)).toBe(true)
})

test("a count's dialog says to record it again", async () => {
  const page = await open({ counts: [refused('11', INACTIVE)] })
  const inside = within(await openRecord(page, 'Count 11'))
  expect(
    inside.getByText('First: Activate the bin in NetSuite, then record it again or resolve it.'),
  ).toBeTruthy()
})

test('a record that fails again names the cause in its history, and the cause has begun when it first failed', async () => {
  const page = await open({ adjustments: [refused('1', INACTIVE, 30)] })
  const began = async () => (await screen.findByRole('option', { name: BIN })).textContent
  expect(await began()).toMatch(/since 10-05/)
  await putRecords(server().context.db, 'binAdjustmentRecords', [refused('1', UNKNOWN, 0)], START)
  await page.press('Refresh')
  const unknown = await screen.findByRole('option', { name: /The item is unknown/ })
  await waitFor(() => expect(unknown.textContent).toMatch(/since 10-05/))
  const inside = within(await openRecord(page, 'Adjustment 1'))
  await inside.findByText(/By itself · Failed again: The item is unknown$/)
})

describe('on a server that keeps no cases, whose retries are not known', () => {
  async function openElsewhere(rows: readonly Row[]): Promise<RenderedConsole> {
    offering()
    await signedInAdmin(server(), { isSuperAdmin: true, features: ADMIN_FEATURES })
    await putRecords(server().context.db, 'binAdjustmentRecords', rows, START)
    const page = await renderConsole({ path: '/exceptions' })
    await screen.findByText(`${String(rows.length)} open in 1 cause`, { exact: false })
    return page
  }

  test('what our server would try again promises no retry, and names who can put it right', async () => {
    const page = await openElsewhere([refused('1', 'SSS_REQUEST_LIMIT_EXCEEDED: try later')])
    await choose(page, /NetSuite is busy/)
    expect(screen.queryByText(/tried again|try again|Record it again/)).toBeNull()
    expect(screen.getByText(/can put this right/)).toBeTruthy()
  })

  test('a refused record says what to put right, and neither to try again nor to resolve it', async () => {
    const page = await openElsewhere([refused('1', INACTIVE), refused('2', INACTIVE)])
    await choose(page, BIN)
    expect(screen.getByText('First: Activate the bin in NetSuite.')).toBeTruthy()
    expect(screen.queryByText(/try again|resolve/i)).toBeNull()
  })
})

/** How often a text is in sight. */
function shown(text: string): number {
  return screen
    .queryAllByText(text)
    .filter((each) => each.closest('.mantine-VisuallyHidden-root') === null).length
}

function inOrder(parts: readonly HTMLElement[]): boolean {
  return parts.every((part, nth) => {
    const next = parts[nth + 1]
    return !next || (part.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  })
}
