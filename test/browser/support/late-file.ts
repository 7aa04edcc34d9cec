/** The file of a part that arrives when the test says so. */
import type { BrowserContext } from 'playwright-core'

interface LateFile {
  /** Resolves once its file is asked for, after a lost first time. */
  readonly asked: Promise<void>
  /** Lets the file arrive. */
  readonly arrive: () => void
}

/** Holds the file of a part back, once it is asked for; before that, it may be lost. */
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
