import { setTimeout as pause } from 'node:timers/promises'
import type { DistributedSemaphore } from '#server/db/cluster/distributed-semaphore.ts'

/** Lets only so many through at once, the others in the order in which they came. */
export interface Semaphore {
  /**
   * Waits for a place, does the work, gives the place to the next.
   * @throws the reason of the signal when it is aborted while waiting
   */
  pass<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
}

/** How often a place that another process has is looked for. */
const LOOK_EVERY_MS = 50

/** @param shared where other processes have the same places; those who wait here still keep their order */
export function createSemaphore(
  places: number,
  shared: DistributedSemaphore | null = null,
): Semaphore {
  let taken = 0
  const waiting: (() => void)[] = []

  async function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (taken < places) {
      taken += 1
      return
    }
    // A place that is handed over stays taken.
    const hasPlace = await new Promise<boolean>((resolve) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(turn), 1)
        resolve(false)
      }
      const turn = () => {
        signal.removeEventListener('abort', giveUp)
        resolve(true)
      }
      waiting.push(turn)
      signal.addEventListener('abort', giveUp, { once: true })
    })
    if (!hasPlace) signal.throwIfAborted()
  }

  return {
    pass: async (work, signal) => {
      await enter(signal)
      let giveBack: (() => Promise<void>) | null = null
      try {
        if (shared) giveBack = await placeAmongAll(shared, signal)
        return await work()
      } finally {
        // Where that fails the connection has broken, and the place is free.
        await giveBack?.().catch(() => undefined)
        const next = waiting.shift()
        if (next) next()
        else taken -= 1
      }
    },
  }
}

/** A place that no other process has. */
async function placeAmongAll(
  shared: DistributedSemaphore,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  for (;;) {
    signal.throwIfAborted()
    const giveBack = await shared.take()
    if (giveBack) return giveBack
    await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
}
