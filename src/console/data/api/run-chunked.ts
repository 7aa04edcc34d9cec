/** Runs work over many rows without blocking the page. */
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'

/** Short enough to go unnoticed, even if a step takes longer than planned. */
const SLICE_MS = 8

/**
 * Runs work in slices of a few milliseconds and yields after each.
 * @throws the signal's reason once it is aborted
 */
export function runChunked<T>(work: ChunkedTask<T>, signal?: AbortSignal): Promise<T> {
  return withBreaks(work, yieldToMain, signal)
}

/**
 * Runs work in slices of a few milliseconds while the page is idle.
 * @throws the signal's reason once it is aborted
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

/** Yields to the event loop if the current slice is used up. */
export type Pace = () => Promise<void>

/** For a sequence of short tasks: together they yield as often as one task of their length. */
export function createPace(): Pace {
  let end = performance.now() + SLICE_MS
  return async () => {
    if (performance.now() < end) return
    await yieldToMain()
    end = performance.now() + SLICE_MS
  }
}

/** Runs work step by step at the pace of others. */
export async function runAtPace<T>(work: ChunkedTask<T>, pace: Pace): Promise<T> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await pace()
  }
}

/**
 * Calls `each` for every item, in order, in slices.
 * @throws the signal's reason once it is aborted
 */
export async function forEachChunked<T>(
  items: readonly T[],
  signal: AbortSignal | undefined,
  each: (item: T) => void,
): Promise<void> {
  await runChunked(walk(items, each), signal)
}

/**
 * Keeps channels alive until their message arrives: Chromium may garbage-collect an unreferenced
 * channel, and its message is lost.
 */
const openChannels = new Set<MessageChannel>()

/** Yields to the event loop. A timer would be throttled, and would wait forever in a hidden page. */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel()
    openChannels.add(channel)
    channel.port1.addEventListener('message', () => {
      openChannels.delete(channel)
      channel.port1.close()
      resolve()
    })
    channel.port1.start()
    channel.port2.postMessage(null)
  })
}

const IDLE_WITHIN_MS = 1_000

/** Resolves when the page is idle, or after a second if it never is. */
export function waitForIdle(): Promise<void> {
  if (typeof requestIdleCallback === 'undefined') return yieldToMain()
  return new Promise((resolve) => {
    requestIdleCallback(() => resolve(), { timeout: IDLE_WITHIN_MS })
  })
}
