/** Counts what this process asks of the account, for the sync centre (decisions/server/erp-pulls.md). */
import type { Semaphore } from '#server/erp/transport/semaphore.ts'

export interface Metered {
  /** Permits of the account that this process holds, and callers that wait for one. */
  readonly inFlight: number
  readonly waiting: number
  /** Requests of the last hour, and those of them that NetSuite refused because there were too many at once. */
  readonly sent: number
  readonly refused: number
}

export interface Meter {
  readonly sent: () => void
  readonly refused: () => void
  /** A semaphore whose callers are counted. */
  readonly counting: (semaphore: Semaphore) => Semaphore
  readonly read: () => Metered
}

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60

/** @param now in ms */
export function createMeter(now: () => number): Meter {
  const sent = createHour(now)
  const refused = createHour(now)
  let inFlight = 0
  let waiting = 0
  return {
    sent: sent.add,
    refused: refused.add,
    counting: (semaphore) => ({
      withPermit: async (work, signal, turn) => {
        waiting += 1
        let isWaiting = true
        const enter = (): void => {
          if (!isWaiting) return
          isWaiting = false
          waiting -= 1
        }
        const counted = async (): ReturnType<typeof work> => {
          enter()
          inFlight += 1
          try {
            return await work()
          } finally {
            inFlight -= 1
          }
        }
        try {
          return await semaphore.withPermit(counted, signal, turn)
        } finally {
          enter()
        }
      },
    }),
    read: () => ({ inFlight, waiting, sent: sent.total(), refused: refused.total() }),
  }
}

/** A count of the last hour, minute by minute. */
function createHour(now: () => number): { readonly add: () => void; readonly total: () => number } {
  const minutes = new Map<number, number>()
  const forget = (): number => {
    const minute = Math.floor(now() / MINUTE_MS)
    // A clock that was set back makes later minutes wrong, too.
    for (const one of minutes.keys())
      if (one <= minute - HOUR_MINUTES || one > minute) minutes.delete(one)
    return minute
  }
  return {
    add: () => {
      const minute = forget()
      minutes.set(minute, (minutes.get(minute) ?? 0) + 1)
    },
    total: () => {
      forget()
      return [...minutes.values()].reduce((sum, one) => sum + one, 0)
    },
  }
}
