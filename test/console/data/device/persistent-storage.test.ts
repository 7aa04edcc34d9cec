import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const persist = vi.fn<() => Promise<boolean>>()

beforeEach(() => {
  vi.resetModules()
  persist.mockReset()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function ask(): Promise<void> {
  const { requestPersistentStorage: askToKeepStorage } =
    await import('#console/data/device/persistent-storage.ts')
  await askToKeepStorage()
}

test.each([
  ['says yes', () => Promise.resolve(true)],
  ['says no', () => Promise.resolve(false)],
  ['refuses to answer', () => Promise.reject(new Error('not here'))],
])('a browser that %s is asked once for persistent storage', async (_what, answer) => {
  vi.stubGlobal('navigator', { storage: { persist: persist.mockImplementation(answer) } })
  await ask()
  await ask()
  expect(persist).toHaveBeenCalledTimes(1)
})

test.each([{}, { storage: {} }])(
  'a browser without persistent storage is not asked: %j',
  async (browser) => {
    vi.stubGlobal('navigator', browser)
    await expect(ask()).resolves.toBeUndefined()
  },
)
