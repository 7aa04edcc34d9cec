/** Giving up on an answer that stands still: weak signal is slow, not dead (decisions/console/offline.md). */

export interface IdleTimeout {
  /** Aborts when nothing came for too long. */
  readonly signal: AbortSignal
  /** Something came: the wait begins anew. */
  readonly moved: () => void
  readonly stop: () => void
}

/** Watches from now on; `ms` is how long nothing may come. */
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
