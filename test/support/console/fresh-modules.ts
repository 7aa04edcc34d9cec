/** Gives each file of a shared page modules of its own, and leaves the page empty for the next one. */
import { afterAll, vi } from 'vitest'

vi.resetModules()

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  document.body.replaceChildren()
  document.head.replaceChildren()
})
