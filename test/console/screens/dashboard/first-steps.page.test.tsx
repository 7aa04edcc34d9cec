import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { offering } from '#test/support/console/console-config.ts'
import { consoleServer } from '#test/support/server/console-server.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { aMobileUser, aSuperAdmin } from '#test/support/people.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const { server } = consoleServer()

const steps = async () =>
  within(await screen.findByRole('region', { name: /^First steps: \d of 5 done$/ }))
const words = (list: Awaited<ReturnType<typeof steps>>) =>
  list.getAllByRole('listitem').map(({ textContent }) => textContent)

test('a new installation lists what it needs, each with the way there', async () => {
  await signedInAdmin(server(), { isSuperAdmin: true, features: ['bins'] })
  const page = await renderConsole({ path: '/dashboard' })
  const list = await steps()
  expect(words(list)).toEqual([
    'Test the connection to NetSuite',
    'Sync for the first time',
    'Add a mobile user',
    'Install on a tablet',
    'Add a second super admin',
  ])
  const ways = list.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(ways).toEqual(['/netsuite-setup', '/wms-ai-users', '/admins'])
  await page.press('Install on a tablet')
  const how = list.getByText(/^On the tablet, open this address/)
  // The button that had the focus is gone.
  expect(document.activeElement === how).toBe(true)
})

test('a step is done when the facts say so', async () => {
  await aMobileUser(server().context)
  await aSuperAdmin(server().context, { username: 'second' })
  await signedInAdmin(server(), { isSuperAdmin: true, features: ['bins'] })
  await renderConsole({ path: '/dashboard' })
  const list = await steps()
  expect(words(list).filter((each) => each?.startsWith('Done: '))).toEqual([
    'Done: Add a mobile user',
    'Done: Add a second super admin',
  ])
})

test('the list stays hidden on this device', async () => {
  await signedInAdmin(server(), { isSuperAdmin: true, features: ['bins'] })
  const page = await renderConsole({ path: '/dashboard' })
  await steps()
  await page.press('Hide')
  await waitFor(() => expect(screen.queryByText(/^First steps/)).toBeNull())
  cleanup()
  await renderConsole({ path: '/dashboard' })
  await screen.findByRole('link', { name: /^Bins/ })
  expect(screen.queryByText(/^First steps/)).toBeNull()
})

test('another admin, and another server, see no first steps', async () => {
  await signedInAdmin(server(), { features: ['bins'] })
  await renderConsole({ path: '/dashboard' })
  await screen.findByRole('link', { name: /^Bins/ })
  expect(screen.queryByText(/^First steps/)).toBeNull()
  cleanup()
  offering()
  await signedInAdmin(server(), { username: 'root', isSuperAdmin: true, features: ['bins'] })
  await renderConsole({ path: '/dashboard' })
  await screen.findByRole('link', { name: /^Bins/ })
  expect(screen.queryByText(/^First steps/)).toBeNull()
})
