/** Actions that the server does while its answer is lost on the way. */
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { loseAnswer, loseNextAnswer } from '#test/support/console/calls/answers.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'
import { casesOf } from '#test/server/routes/exceptions/support.ts'

consolePage()

const consoleUnderTest = consoleServer()
const { api, server } = consoleUnderTest

const LOST = "No answer from the server. This may have been done; pressing again won't do it twice."

async function open(count: number) {
  const person = await signedInAdmin(server(), { isSuperAdmin: true, features: ADMIN_FEATURES })
  const operation_time = new Date(START - 30 * 60_000).toISOString()
  const message = 'Invalid bin reference: the bin is inactive.'
  const netsuite_response = {
    operation_time,
    netsuite_acknowledgment: { message, success: false },
  }
  const rows = Array.from({ length: count }, (_, id) => ({
    id: String(id),
    username: 'pat',
    created_at: operation_time,
    netsuite_response,
  }))
  await putRecords(server().context.db, 'binAdjustmentRecords', rows, START)
  const page = await renderConsole({ path: '/exceptions' })
  await screen.findByRole('button', { name: `New (${String(count)})` })
  const cases = async () => casesOf(server(), await person.session())
  return { ...page, cases }
}

test('a note whose answer was lost is stored once, although it is sent again', async () => {
  const page = await open(1)
  loseNextAnswer(consoleUnderTest, 'POST', '/exceptions/actions')
  await page.user.click(screen.getByRole('checkbox', { name: 'Select Adjustment 0' }))
  await page.press('More actions')
  await page.user.click(await screen.findByRole('menuitem', { name: 'Note' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Note: 1 record' }))
  await page.user.type(dialog.getByLabelText('Note'), 'Counted twice')
  await page.user.click(dialog.getByRole('button', { name: 'Note' }))
  await screen.findByText(LOST)
  expect(await page.cases()).toMatchObject([{ notes: 1 }])
  await page.user.click(dialog.getByRole('button', { name: 'Note' }))
  await screen.findByText('Done for 1 record')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await page.cases()).toMatchObject([{ notes: 1 }])
})

test('what was acknowledged before an answer was lost is shown, and pressing again does the whole once', async () => {
  const page = await open(600)
  await page.user.click(await screen.findByRole('option', { name: /The bin is inactive/ }))
  loseAnswer(consoleUnderTest, 'POST', '/exceptions/actions', 2)
  await page.press('Acknowledge')
  await screen.findByText('Done for 500 records')
  await screen.findByText(LOST)
  await screen.findByRole('button', { name: 'New (0)' })
  const cases = await page.cases()
  expect(cases.filter(({ state }) => state === 'acknowledged')).toHaveLength(600)
})

test('a retry whose answer was lost says that pressing again is safe, and is the same retry then', async () => {
  const page = await open(1)
  const asked: unknown[] = []
  api.use(
    http.post('*/api/exceptions/retries', async ({ request }) => {
      asked.push(await request.clone().json())
      return asked.length === 1 ? HttpResponse.error() : undefined
    }),
  )
  await page.user.click(screen.getByRole('checkbox', { name: 'Select Adjustment 0' }))
  await page.press('Try again')
  await screen.findByText(
    "No answer from the server. This may have been retried; pressing again won't post anything twice.",
  )
  await page.press('Try again')
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]).toEqual(asked[0])
})
