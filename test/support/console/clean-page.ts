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
  // Without it nothing in the page of the next file would end, not even a step back in its history.
  if (globalThis.setTimeout !== timeoutOfNode)
    throw new Error('This file leaves a fake setTimeout.')
})
