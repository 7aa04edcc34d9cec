import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { AUDIT_PAGE_ROWS } from '#contract/records/audit.ts'
import { audit } from '#server/db/schema/operations.ts'
import { consoleServer } from '#test/support/server/console-server.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'
import { cells, column, count, heads } from '#test/support/console/table.ts'

consolePage()

const { api, server } = consoleServer()

const entry = (target: string, nth = 0) => ({
  at: new Date(Date.UTC(2026, 4, 10, 15, 42) + nth),
  actor: 'root',
  action: 'admin-changed' as const,
  target,
  address: '192.0.2.7',
  detail: {
    before: { company_name: 'Dock', features: 'bins' },
    after: { company_name: 'Quay', features: 'bins, items', password: 'changed' },
  },
})

test('the audit trail is a table like the others, and an entry opens field by field', async () => {
  await server().context.db.insert(audit).values(entry('ada'))
  await signedInAdmin(server(), { isSuperAdmin: true })
  const page = await renderConsole({ path: '/audit-trail' })
  await waitFor(() => expect(column('Target')).toEqual(['ada']))
  expect(screen.getByRole('link', { name: 'Audit Trail' }).getAttribute('href')).toBe(
    '/audit-trail',
  )
  const HEADS = ['When', 'Who', 'What', 'Target', 'IP address', 'Before', 'After', 'More']
  expect(heads()).toEqual(HEADS)
  expect(cells()[0]).toEqual([
    '10-05-2026 03:42 PM',
    'root',
    'Admin changed',
    'ada',
    '192.0.2.7',
    'Company Name: Dock; Features: Bins',
    'Company Name: Quay; Features: Bins, Items; Password: changed',
    '-',
  ])
  await page.press('10-05-2026 03:42 PM')
  const details = await screen.findByRole('dialog', { name: 'Audit Entry' })
  expect(within(details).getByText('Admin changed · ada')).toBeDefined()
  const facts = [...details.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
  expect(facts).toEqual([
    'When10-05-2026 03:42 PM',
    'Whoroot',
    'WhatAdmin changed',
    'Targetada',
    'IP address192.0.2.7',
  ])
  expect(cells(within(details).getByRole('table'))).toEqual([
    ['Company Name', 'Dock', 'Quay'],
    ['Features', 'Bins', 'Bins, Items'],
    ['Password', '-', 'changed'],
  ])
})

test('what happened to exceptions names the cause or the record, and a username stays as it is', async () => {
  const targets = [
    ['retry-started', 'item-unknown'],
    ['retry-started', '5 records'],
    ['cases-assigned', 'text:the moon is full'],
    ['cases-resolved', 'binAdjustmentRecords/R2016'],
    ['cases-resolved', 'bins/sync'],
    ['admin-changed', 'busy'],
  ] as const
  const entries = targets.map(([action, target], nth) => ({ ...entry(target, -nth), action }))
  await server().context.db.insert(audit).values(entries.toReversed())
  await signedInAdmin(server(), { isSuperAdmin: true })
  const page = await renderConsole({ path: '/audit-trail' })
  await waitFor(() =>
    expect(column('Target')).toEqual([
      'The item is unknown',
      '5 records',
      'the moon is full',
      'Adjustment R2016',
      'Sync of bins',
      'busy',
    ]),
  )
  const [first] = screen.getAllByRole('button', { name: /2026/ })
  if (first) await page.user.click(first)
  const details = await screen.findByRole('dialog', { name: 'Audit Entry' })
  expect(within(details).getByText('Retry started · The item is unknown')).toBeDefined()
})

test('older entries come on request', async () => {
  const all = Array.from({ length: AUDIT_PAGE_ROWS + 2 }, (_, nth) => entry('ada', nth))
  await server().context.db.insert(audit).values(all)
  await signedInAdmin(server(), { isSuperAdmin: true })
  const page = await renderConsole({ path: '/audit-trail' })
  await screen.findByText(
    new RegExp(`^The newest ${String(AUDIT_PAGE_ROWS)} entries, fetched .*just now`),
  )
  await page.press('Load older entries')
  await screen.findByText(new RegExp(`^All ${String(all.length)} entries, `))
  expect(count()).toBe(`1–10 of ${String(all.length)}`)
  expect(screen.queryByRole('button', { name: 'Load older entries' })).toBeNull()
})

test('a failed load is reported with a way to retry', async () => {
  api.use(http.get('/api/audit-trail', () => HttpResponse.json({}, { status: 500 })))
  await signedInAdmin(server(), { isSuperAdmin: true })
  const page = await renderConsole({ path: '/audit-trail' })
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Failed to load'))
  api.resetHandlers()
  await page.press('Retry')
  await screen.findByRole('table')
  expect(screen.queryByRole('alert')).toBeNull()
})
