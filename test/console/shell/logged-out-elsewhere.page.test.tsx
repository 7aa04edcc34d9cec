/** A logout in another tab of this browser, while this tab has a session of its own. */
import { act, screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { readSession } from '#console/session/session.ts'
import { offering } from '#test/support/console/console-config.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { consoleServer } from '#test/support/server/console-server.ts'
import { call } from '#test/support/server/clients/call.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const { api, server } = consoleServer()

async function loggedOutElsewhere() {
  const page = await renderConsole({ path: '/dashboard' })
  await screen.findByRole('button', { name: 'Logout' })
  const other = new BroadcastChannel('dockside.session')
  onTestFinished(() => other.close())
  act(() => other.postMessage({ kind: 'logged-out', username: 'ada' }))
  await waitFor(() => expect(page.place()).toBe('/login'))
}

test('the session of this tab is over on the server too, and no other one', async () => {
  offering('logout')
  const person = await signedInAdmin(server())
  const { token } = readSession()
  const further = await person.session()
  await loggedOutElsewhere()
  const statusOf = async (own: string | null) =>
    (await call(server().app, endpoints.ownProfile, { token: own ?? '' })).status
  await expect.poll(() => statusOf(token)).toBe(401)
  expect(await statusOf(further)).toBe(200)
})

test('a server that offers no logout is not asked', async () => {
  offering()
  await signedInAdmin(server())
  const asked: string[] = []
  api.use(http.post('*/api/logout', ({ request }) => void asked.push(request.url)))
  await loggedOutElsewhere()
  expect(asked).toEqual([])
})
