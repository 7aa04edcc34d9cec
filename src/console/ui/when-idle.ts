/** For what may wait until the browser has nothing better to do. */

/** Runs `work` when there is time; gives what calls it off. Browsers without the call take a timer. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const idle = requestIdleCallback(work)
    return () => cancelIdleCallback(idle)
  }
  const timer = setTimeout(work)
  return () => clearTimeout(timer)
}
