/** A part of the console whose file arrives when the test says so. */
import type { BrowserContext } from 'playwright-core'

interface LateFile {
  /** Resolves when the file is requested, and the request is not one to be lost. */
  readonly asked: Promise<void>
  /** Lets the file arrive. */
  readonly arrive: () => void
}

/** Holds back the file of a part from now on; with `losesFirst`, its first request fails at once. */
export async function holdBack(
  context: BrowserContext,
  part: string,
  { losesFirst = false } = {},
): Promise<LateFile> {
  let isLost = !losesFirst
  let noteAsked = () => {}
  let arrive = () => {}
  const asked = new Promise<void>((resolve) => (noteAsked = resolve))
  const arrival = new Promise<void>((resolve) => (arrive = resolve))
  await context.route(new RegExp(`/assets/${part}-.*js`), async (route) => {
    if (!isLost) {
      isLost = true
      await route.abort()
      return
    }
    noteAsked()
    await arrival
    await route.continue()
  })
  return { asked, arrive }
}
