import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { consoleServer } from '#test/support/server/console-server.ts'
import { consolePage } from '#test/support/console/render.tsx'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const { server } = consoleServer()

/** Opens a console with fresh modules: the old ones may already have shown what is shown once per page load. */
async function openLoadedAnew(path: string) {
  vi.resetModules()
  const { queryClient } = await import('#console/data/api/query-client.ts')
  const { removeRecords } = await import('#console/data/device/device-store.ts')
  const { endSession } = await import('#console/session/session.ts')
  // The page's own cleanup ends the previous modules: anything these still write would outlive the page.
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
    "This device is out of storage, so some lists aren't saved for offline use. Everything else works.",
  ],
  [
    'keeps nothing',
    'UnknownError',
    "This device can't save data for offline use. Everything else works.",
  ],
] as const

test.each(WHY)(
  'a notice says once that the device %s, and everything else works',
  async (_what, error, NOTICE) => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room', error)
    })
    await signedInAdmin(server(), { features: ['bins', 'items'] })
    const page = await openLoadedAnew('/bins')
    const EMPTY = 'Nothing here yet.'
    await screen.findByText(EMPTY)
    await page.pass(1_000)
    expect(await screen.findAllByText(NOTICE)).toHaveLength(1)
    // The notice is not an alert.
    expect(screen.queryByRole('alert')).toBeNull()
    await page.pass(10_000)
    await waitFor(() => expect(screen.queryByText(NOTICE)).toBeNull())
    await page.go('/items')
    await screen.findByText(EMPTY)
    await page.pass(1_000)
    expect(screen.queryByText(NOTICE)).toBeNull()
  },
)
