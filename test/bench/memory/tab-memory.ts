/** What a tab holds, in MB: its heap, and all of its process with workers. */
import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'

export interface TabMemory {
  /** Objects and the buffers of typed arrays of the page's own thread. */
  readonly heap: number
  /** What the process of the tab has for itself; null where the system does not say. */
  readonly process: number | null
}

/** After two collections: what the first lets go of may hold what only the second finds. */
export async function tabMemory(browser: Browser, page: Page): Promise<TabMemory> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  return { heap: (usedSize + backingStorageSize) / 2 ** 20, process: await largestTab(browser) }
}

/** The page under test is the largest one by far. */
async function largestTab(browser: Browser): Promise<number | null> {
  const devtools = await browser.newBrowserCDPSession()
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  await devtools.detach()
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .flatMap(({ id }) => privateMb(id) ?? [])
  return sizes.length === 0 ? null : Math.max(...sizes)
}

/** Linux says how much of a process is shared with no other. */
function privateMb(pid: number): number | null {
  try {
    const words = readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8')
    const kilobytes = [...words.matchAll(/^Private_\w+: +(\d+) kB$/gm)].map(([, kb]) => Number(kb))
    return kilobytes.reduce((sum, kb) => sum + kb, 0) / 1_024
  } catch {
    return null
  }
}
