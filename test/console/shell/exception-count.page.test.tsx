/** When the number in the menu may cost a request. */
import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { exceptionEndpoints } from '#contract/own/exception-endpoints.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { offering } from '#test/support/console/console-config.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const { api, server } = consoleServer()

test('the cases are asked for once the list on the screen has arrived', async () => {
  offering('exceptions')
  const asked: string[] = []
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  api.use(
    http.get(`/api${exceptionEndpoints.exceptions.path}`, () => void asked.push('cases')),
    http.get(`/api${listEndpoint('bins').path}`, async () => {
      asked.push('bins')
      await answered
      return undefined
    }),
  )
  await putRecords(server().context.db, 'bins', [{ id: 1, bin_number: 'A-01' }], START)
  await signedInAdmin(server(), { features: ['bins', 'bincount'] })
  const page = await renderConsole({ path: '/bins' })
  await waitFor(() => expect(asked).toContain('bins'))
  await page.pass(5_000)
  expect(asked).toEqual(['bins'])
  answer()
  await screen.findByText('A-01')
  await page.pass(2_000)
  expect(asked).toEqual(['bins', 'cases'])
})
