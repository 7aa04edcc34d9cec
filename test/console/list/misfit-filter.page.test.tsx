/** What is around a table follows the same rows as the table, also after an old link. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { count } from '#test/support/console/table.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const { server } = consoleServer()

function record(id: number, success: boolean): Row {
  return {
    id,
    created_at: `2026-11-0${String(id)}T10:00:00Z`,
    netsuite_response: { netsuite_acknowledgment: { message: 'Said', success } },
  }
}

const MISFIT = encodeURIComponent(JSON.stringify({ created_at: { from: 9e15 } }))

test('a filter that its column cannot answer hides no rows from the quick filters and the neighbours of a record', async () => {
  const records = [record(1, false), record(2, true)]
  await putRecords(server().context.db, 'binAdjustmentRecords', records, START)
  await signedInAdmin(server(), { features: ['binAdjustment'] })
  const page = await renderConsole({ path: `/bin-adjustment-records?filter=${MISFIT}` })
  await waitFor(() => expect(count()).toBe('1–2 of 2'))
  const group = within(screen.getByRole('group', { name: 'Filter by ERP response' }))
  expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Failed in ERP (1)',
    'No answer (0)',
    'Succeeded (1)',
  ])
  await page.go(`/bin-adjustment-records?filter=${MISFIT}&open=2`)
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('1 of 2')).toBeDefined()
})
