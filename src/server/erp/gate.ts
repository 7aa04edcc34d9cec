/** Lets only so many through at once, the others in the order in which they came. */
export interface Gate {
  /**
   * Waits for a place, does the work, gives the place to the next.
   * @throws the reason of the signal when it is aborted while waiting
   */
  pass<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
}

export function createGate(places: number): Gate {
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
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else taken -= 1
      }
    },
  }
}
