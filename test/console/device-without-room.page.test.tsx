import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { consoleServer } from '#test/support/server/console-server.ts'
import { consolePage } from '#test/support/console/render.tsx'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const { server } = consoleServer()

/** Opens a console whose modules nobody has used: what it says once for a load of the page, it may have said. */
async function openLoadedAnew(path: string) {
  vi.resetModules()
  const { queryClient } = await import('#console/data/api/query-client.ts')
  const { removeRecords } = await import('#console/data/device/device-store.ts')
  const { endSession } = await import('#console/session/session.ts')
  // The page's own end is that of the modules before: what these still write would outlive the page.
  onTestFinished(async () => {
    endSession('logout')
    queryClient.clear()
    await removeRecords(null)
  })
  const { renderConsole } = await import('#test/support/console/render.tsx')
  return renderConsole({ path })
}

const WHY = [
  [
    'is full',
    'QuotaExceededError',
    "This device is out of storage, so some lists aren't saved for working offline. Everything else works as usual.",
  ],
  [
    'keeps nothing',
    'UnknownError',
    'This device cannot keep data for working offline. Everything else works as usual.',
  ],
] as const

test.each(WHY)(
  'a device that %s says so once, and everything else works',
  async (_what, error, NOTICE) => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room', error)
    })
    await signedInAdmin(server(), { features: ['bins', 'items'] })
    const page = await openLoadedAnew('/bins')
    const EMPTY = 'There are no rows here yet. They appear as soon as the server has some.'
    await screen.findByText(EMPTY)
    await page.pass(1_000)
    expect(await screen.findAllByText(NOTICE)).toHaveLength(1)
    // It is no alarm.
    expect(screen.queryByRole('alert')).toBeNull()
    await page.pass(10_000)
    await waitFor(() => expect(screen.queryByText(NOTICE)).toBeNull())
    await page.go('/items')
    await screen.findByText(EMPTY)
    await page.pass(1_000)
    expect(screen.queryByText(NOTICE)).toBeNull()
  },
)
