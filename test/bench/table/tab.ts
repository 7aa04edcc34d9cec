/** A page of the bench in the browser, with a speed, a heap that can be weighed and work that can be timed. */
import type { Browser, BrowserContext, Page } from 'playwright-core'

export interface Tab {
  readonly page: Page
  /** Slows the page's thread down by a factor. */
  readonly slowDown: (times: number) => Promise<void>
  /** What the page holds after a collection, in MB: objects, and the buffers of typed arrays. */
  readonly heap: () => Promise<number>
  /** How long a piece of work keeps the page's thread busy, in ms. */
  readonly busy: (work: () => Promise<void>) => Promise<number>
  readonly close: () => Promise<void>
}

const TABLET = { width: 1180, height: 820 }

/** A context of its own is a process of its own: what another page left there does not count. */
export async function openTab(browser: Browser, address: string): Promise<Tab> {
  const context = await browser.newContext({ viewport: TABLET, colorScheme: 'light' })
  return tabIn(context, address)
}

/** A page with the data that earlier ones stored on the device. */
export async function tabIn(context: BrowserContext, address: string): Promise<Tab> {
  const page = await context.newPage()
  await page.goto(address)
  const devtools = await context.newCDPSession(page)
  // The thread's own time: another program that takes the processor is no work of the page.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const taskMs = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  }
  return {
    page,
    slowDown: async (times) => {
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: times })
    },
    heap: async () => {
      // What one collection lets go of may hold what only the next one finds.
      await devtools.send('HeapProfiler.collectGarbage')
      await devtools.send('HeapProfiler.collectGarbage')
      const usage = await devtools.send('Runtime.getHeapUsage')
      return (usage.usedSize + usage.backingStorageSize) / 2 ** 20
    },
    busy: async (work) => {
      const before = await taskMs()
      await work()
      return (await taskMs()) - before
    },
    close: () => context.close(),
  }
}
