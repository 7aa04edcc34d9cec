/** Aborts a request that stalls: a weak signal is slow, not dead (decisions/console/offline.md). */

export interface IdleTimeout {
  /** Aborted when nothing arrived for too long. */
  readonly signal: AbortSignal
  /** Restarts the timeout because something arrived. */
  readonly moved: () => void
  readonly stop: () => void
}

/** Starts the timeout; `ms` is the longest time without incoming data. */
export function startIdleTimeout(ms: number): IdleTimeout {
  const controller = new AbortController()
  const giveUp = (): void => controller.abort()
  let timer = setTimeout(giveUp, ms)
  return {
    signal: controller.signal,
    moved: () => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, ms)
    },
    stop: () => clearTimeout(timer),
  }
}
