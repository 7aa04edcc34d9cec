import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import type { Row } from '#contract/collections.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { anAdmin } from '#test/support/people.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { column } from '#test/support/console/table.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'
import { act, casesOf, refOf } from '#test/server/routes/exceptions/support.ts'

consolePage()

const { server } = consoleServer()

function refused(id: string): Row {
  const at = new Date(START - 1_000).toISOString()
  const message = 'Invalid bin reference: the bin is inactive.'
  const netsuite_acknowledgment = { message, success: false }
  return {
    id,
    created_at: at,
    netsuite_response: { operation_time: at, netsuite_acknowledgment },
  }
}

interface Facts {
  readonly isSuperAdmin: boolean
  readonly path?: string
}

/** Of two adjustments kim, a super admin, has resolved the first by hand. */
async function open({ isSuperAdmin, path = '/exceptions' }: Facts) {
  await signedInAdmin(server(), { isSuperAdmin, features: ADMIN_FEATURES })
  const kim = { username: 'kim', isSuperAdmin: true, features: ADMIN_FEATURES }
  const token = await (await anAdmin(server().context, kim)).session()
  const rows = [refused('1'), refused('2')]
  await putRecords(server().context.db, 'binAdjustmentRecords', rows, START)
  const keys = (await casesOf(server(), token))
    .filter(({ record_id }) => record_id === '1')
    .map(refOf)
  await act(server(), token, { action: 'resolve', how: 'not-needed', keys })
  const page = await renderConsole({ path })
  await screen.findByRole('button', { name: 'Resolved (1)' })
  return { ...page, states: async () => (await casesOf(server(), token)).map(({ state }) => state) }
}

type Page = Awaited<ReturnType<typeof open>>

async function actionsFor({ user, press }: Page): Promise<(string | null)[]> {
  await press('Resolved (1)')
  await waitFor(() => expect(column('Record')).toEqual(['Adjustment 1']))
  await user.click(screen.getByRole('checkbox', { name: 'Select Adjustment 1' }))
  await press('More actions')
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}

test('what was resolved by hand is reopened by a super admin', async () => {
  const page = await open({ isSuperAdmin: true })
  expect(await actionsFor(page)).toContain('Reopen')
  await page.user.click(screen.getByRole('menuitem', { name: 'Reopen' }))
  await screen.findByText('Done for 1 record')
  expect(await page.states()).toEqual(['new', 'new'])
})

test("other admins get no 'Reopen' for what was resolved by hand", async () => {
  const page = await open({ isSuperAdmin: false })
  expect(await actionsFor(page)).not.toContain('Reopen')
})

test('whoever acknowledges the rest of a selection does not undo what is resolved in it', async () => {
  const filter = JSON.stringify({ state: { values: ['New', 'Resolved'] } })
  const path = `/exceptions?filter=${encodeURIComponent(filter)}`
  const page = await open({ isSuperAdmin: true, path })
  await page.user.click(await screen.findByRole('checkbox', { name: 'Select Adjustment 1' }))
  await page.user.click(screen.getByRole('checkbox', { name: 'Select Adjustment 2' }))
  await page.press('Acknowledge')
  await screen.findByText('Done for 1 record')
  expect(await page.states()).toEqual(['resolved', 'acknowledged'])
})
