import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { markStorageUsed, watchStorage } from '#console/pwa/storage.ts'
import { endSession } from '#console/session/session.ts'
import { signedIn } from '#test/support/console/session.ts'
import { settled } from '#test/support/until.ts'

const told = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('#console/ui/notify.tsx', () => ({ notifyFailure: told }))

const MARK = 'dockside.kept'
let databases: { name: string }[]

beforeEach(() => {
  told.mockReset()
  databases = [{ name: 'dockside' }]
  vi.stubGlobal('indexedDB', { databases: () => Promise.resolve(databases) })
  signedIn()
  markStorageUsed()
})
afterEach(() => {
  endSession('logout')
  vi.unstubAllGlobals()
})

async function nextVisit(): Promise<readonly unknown[]> {
  told.mockReset()
  watchStorage()
  await settled()
  return told.mock.calls.map(([text]) => text)
}

const removals: readonly [what: string, remove: () => void][] = [
  ['the database alone', () => undefined],
  ['localStorage with it, as WebKit does', () => localStorage.removeItem(MARK)],
  ['cookies with it', () => void (document.cookie = `${MARK}=yes; Max-Age=0; Path=/`)],
]
test.each(removals)('a device that has removed %s reports it once', async (_what, remove) => {
  expect(await nextVisit()).toEqual([])
  databases = []
  remove()
  expect(await nextVisit()).toEqual([deviceTexts.storageRemoved])
  expect(await nextVisit()).toEqual([])
})

test('a deliberate wipe is not reported as a loss', async () => {
  watchStorage()
  endSession('logout')
  databases = []
  expect(await nextVisit()).toEqual([])
  expect([localStorage.getItem(MARK), document.cookie]).toEqual([null, ''])
})

test('a browser that cannot list its databases reports nothing', async () => {
  vi.stubGlobal('indexedDB', undefined)
  expect(await nextVisit()).toEqual([])
})
