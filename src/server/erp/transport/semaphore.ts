import { setTimeout as pause } from 'node:timers/promises'
import type { DistributedSemaphore } from '#server/db/cluster/distributed-semaphore.ts'

/** Whether a caller is served before those that wait in order. */
export type Turn = 'first' | 'in-order'

/** Limits concurrency. Callers that must wait are served in order. */
export interface Semaphore {
  /**
   * Waits for a permit, does the work, and releases the permit.
   * @param turn bookings are `first`: each is one request, while a pull may have hundreds
   * @throws the reason of the signal if it is aborted while waiting
   */
  withPermit<T>(work: () => Promise<T>, signal: AbortSignal, turn?: Turn): Promise<T>
}

/** How often to check for a permit that another process holds. */
const LOOK_EVERY_MS = 50

/**
 * @param shared a semaphore shared with other processes; callers of this process are still served in order
 */
export function createSemaphore(
  permits: number,
  shared: DistributedSemaphore | null = null,
): Semaphore {
  let taken = 0
  const queues: Readonly<Record<Turn, (() => void)[]>> = { first: [], 'in-order': [] }

  async function enter(signal: AbortSignal, place: Turn): Promise<void> {
    const waiting = queues[place]
    signal.throwIfAborted()
    if (taken < permits) {
      taken += 1
      return
    }
    // The permit passes to the next caller and stays taken.
    const hasPermit = await new Promise<boolean>((resolve) => {
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
    if (!hasPermit) signal.throwIfAborted()
  }

  return {
    withPermit: async (work, signal, turn = 'in-order') => {
      await enter(signal, turn)
      let giveBack: (() => Promise<void>) | null = null
      try {
        if (shared) giveBack = await placeAmongAll(shared, signal)
        return await work()
      } finally {
        // If this fails the connection has broken, and the permit is free.
        await giveBack?.().catch(() => undefined)
        const next = queues.first.shift() ?? queues['in-order'].shift()
        if (next) next()
        else taken -= 1
      }
    },
  }
}

/** A permit that no other process holds. */
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
