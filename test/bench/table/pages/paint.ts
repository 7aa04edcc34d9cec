/** How long it takes until a change is seen. */

/**
 * From a call to the second frame after the rows changed, in ms. The first frame that begins after a change
 * lays out and paints it, and the second begins when that is done; so nothing costs less than about 25 ms:
 * each call begins in the middle of a frame.
 * @throws Error when nothing changed in 25 seconds
 */
export async function paint(act: () => void, isSeen: () => boolean): Promise<number> {
  await middleOfFrame()
  const start = performance.now()
  act()
  await until(isSeen)
  await frame()
  await frame()
  return performance.now() - start
}

/** How long it takes without what follows it, in ms. */
export function work(act: () => void): number {
  const start = performance.now()
  act()
  return performance.now() - start
}

/** Returns whether anything has changed since in a part of the page, which the change may recreate. */
export function watch(root: Node, part: string): () => boolean {
  let isChanged = false
  const look = (changes: readonly MutationRecord[]): void => {
    isChanged ||= changes.some(
      ({ target, addedNodes }) =>
        (target instanceof Element ? target : target.parentElement)?.closest(part) ||
        [...addedNodes].some((node) => node instanceof Element && node.querySelector(part)),
    )
  }
  const observer = new MutationObserver(look)
  observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true })
  return () => {
    look(observer.takeRecords())
    if (isChanged) observer.disconnect()
    return isChanged
  }
}

const SEEN_WITHIN_MS = 25_000

/** Checks immediately and then whenever the page could have changed. */
async function until(isSeen: () => boolean): Promise<void> {
  const end = performance.now() + SEEN_WITHIN_MS
  while (!isSeen()) {
    if (performance.now() > end) throw new Error('nothing changed')
    await turn()
  }
}

export function frame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve())
  })
}

const HALF_A_FRAME_MS = 8

async function middleOfFrame(): Promise<void> {
  await frame()
  await frame()
  await pause(HALF_A_FRAME_MS)
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

/** A turn of the page's event loop. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(null)
  })
}
