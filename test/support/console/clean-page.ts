/** Leaves the page that files share empty for the next one. */
import { setTimeout as timeoutOfNode } from 'node:timers'
import { afterAll, vi } from 'vitest'

afterAll(() => {
  // Before the timers: a spy on one of them restores the fake that it found.
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  document.body.replaceChildren()
  document.head.replaceChildren()
  // The tasks of the page itself run on it: with a fake one, the next file could not even go back in its history.
  if (globalThis.setTimeout !== timeoutOfNode)
    throw new Error('This file leaves a fake setTimeout.')
})
