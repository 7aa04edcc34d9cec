/** Work over many rows that lets the page draw and answer in between. */
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'

/** Well below what a person notices, also where a step takes longer than meant. */
const SLICE_MS = 8

/**
 * Does work in slices of a few milliseconds, with a break after each.
 * @throws what the signal says once it is aborted
 */
export function runChunked<T>(work: ChunkedTask<T>, signal?: AbortSignal): Promise<T> {
  return withBreaks(work, yieldToMain, signal)
}

/**
 * Does work in slices of a few milliseconds while the page has nothing else to do.
 * @throws what the signal says once it is aborted
 */
export async function runWhenIdle<T>(work: ChunkedTask<T>, signal: AbortSignal): Promise<T> {
  await waitForIdle()
  return withBreaks(work, waitForIdle, signal)
}

async function withBreaks<T>(
  work: ChunkedTask<T>,
  pause: () => Promise<void>,
  signal?: AbortSignal,
): Promise<T> {
  for (;;) {
    signal?.throwIfAborted()
    const end = performance.now() + SLICE_MS
    do {
      const step = work.next()
      if (step.done) return step.value
    } while (performance.now() < end)
    await pause()
  }
}

/**
 * Calls `each` for every item, in order, in slices.
 * @throws what the signal says once it is aborted
 */
export async function forEachChunked<T>(
  items: readonly T[],
  signal: AbortSignal | undefined,
  each: (item: T) => void,
): Promise<void> {
  await runChunked(walk(items, each), signal)
}

/** Held until they have spoken: Chromium may collect a channel that nothing else holds, and its message is gone. */
const speaking = new Set<MessageChannel>()

/** A turn of the page; a timer would wait longer each time, and for ever in a hidden one. */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel()
    speaking.add(channel)
    channel.port1.addEventListener('message', () => {
      speaking.delete(channel)
      channel.port1.close()
      resolve()
    })
    channel.port1.start()
    channel.port2.postMessage(null)
  })
}

const IDLE_WITHIN_MS = 1_000

/** The page has drawn what it has to draw, or is not given the time for it. */
export function waitForIdle(): Promise<void> {
  if (typeof requestIdleCallback === 'undefined') return yieldToMain()
  return new Promise((resolve) => {
    requestIdleCallback(() => resolve(), { timeout: IDLE_WITHIN_MS })
  })
}
