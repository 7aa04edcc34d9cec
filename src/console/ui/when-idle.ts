/** Runs work that can wait until the browser is idle. */

/** Runs `work` when the browser is idle and returns a function that cancels it. Browsers without the API use a timer. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const idle = requestIdleCallback(work)
    return () => cancelIdleCallback(idle)
  }
  const timer = setTimeout(work)
  return () => clearTimeout(timer)
}
