/** Work over many rows that lets the page draw and answer in between. */

/** So many rows take a few milliseconds, also on a slow tablet. */
const SLICE_ROWS = 5_000

/**
 * Calls `each` for every item, in order, with a break after each slice.
 * @throws what the signal says once it is aborted
 */
export async function inSlices<T>(
  items: readonly T[],
  signal: AbortSignal,
  each: (item: T) => void,
): Promise<void> {
  for (let start = 0; start < items.length; start += SLICE_ROWS) {
    if (start > 0) await aBreak()
    signal.throwIfAborted()
    for (const item of items.slice(start, start + SLICE_ROWS)) each(item)
  }
}

/** A turn of the page; a timer would wait longer each time, and for ever in a hidden one. */
export function aBreak(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}

const IDLE_WITHIN_MS = 1_000

/** The page has drawn what it has to draw, or is not given the time for it. */
export function untilIdle(): Promise<void> {
  if (typeof requestIdleCallback === 'undefined') return aBreak()
  return new Promise((resolve) => {
    requestIdleCallback(() => resolve(), { timeout: IDLE_WITHIN_MS })
  })
}
