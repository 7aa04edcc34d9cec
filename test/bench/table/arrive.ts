/** Rows that arrive, from the device and from a server: the real modules of the console. */
import type { BrowserContext } from 'playwright-core'
import { createSum } from '#contract/sync/checksum.ts'
import { OURS } from '#test/bench/compare.ts'
import { ARRIVAL, type FigureId } from '#test/bench/table/figures.ts'
import type { Conditions, Measurer } from '#test/bench/table/measurer.ts'
import { SAME_ETAG } from '#test/bench/table/pages-build.ts'
import { benchRows } from '#test/bench/table/pages/rows.ts'
import type { Deps } from '#test/bench/table/table.ts'
import { tabIn, type Tab } from '#test/bench/table/tab.ts'

const JSON_TEXT = 'one JSON text'
const SPREADS = 'objects with spreads'
const EVERYTHING = 'everything again'
/** The measurements of the inventory and of a refresh. */
const OF_STOCK: readonly FigureId[] = ['aggregate', 'aggregateWhole']
const OF_REFRESH: readonly FigureId[] = ['refreshUnchanged', 'refreshChanged', 'refreshKept']
/** A device whose store is lost is filled again, once. */
const ATTEMPTS = 2

interface Arrivals {
  /** Measures each figure once. */
  readonly measure: (speed: number) => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * A device that has its rows in all rounds.
 * @param rows that arrive; of stock as many are aggregated
 */
export function openArrivals(
  { deviceBrowser, pages, measurer, say }: Deps,
  rows: number,
): Arrivals {
  let device: BrowserContext | undefined
  const fill = async (): Promise<BrowserContext> => {
    const made = await deviceBrowser.newContext()
    const first = await tabIn(made, pages.address)
    await first.page.evaluate((count) => window.bench.fillDevice(count), rows)
    await first.page.close()
    return made
  }
  const measureOn = async (context: BrowserContext, at: Conditions): Promise<void> => {
    const open = (): Promise<Tab> => tabIn(context, pages.address)
    await measureStart(await open(), at, measurer)
    await measureArrival(await open(), at, measurer)
    if (wantsAny(measurer, OF_REFRESH, at)) await measureRefresh(await open(), at, measurer)
  }
  return {
    measure: async (speed) => {
      const at = { rows, speed, contender: OURS }
      if (!ARRIVAL.some(({ id }) => measurer.wants(id, at))) return
      const began = performance.now()
      pages.answer(JSON.stringify(benchRows(rows)), changesOf(rows))
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        try {
          device ??= await fill()
          await measureOn(device, at)
          break
        } catch (error) {
          // The results of the tables in this round are still useful.
          say(`  rows could not arrive: ${String(error).split('\n')[0] ?? ''}`)
          await device?.close()
          device = undefined
        }
      }
      say(`  ${String(rows)} rows arrive: ${((performance.now() - began) / 1000).toFixed(1)} s`)
    },
    close: async () => device?.close(),
  }
}

async function measureStart(
  { page, slowDown }: Tab,
  at: Conditions,
  { measure }: Measurer,
): Promise<void> {
  await slowDown(at.speed)
  const start = await page.evaluate(() => window.bench.coldStart())
  const rival = { ...at, contender: JSON_TEXT }
  await measure('coldFirst', at, async () => start.first)
  const { json } = start
  if (json !== null) await measure('coldFirst', rival, async () => json)
  await measure('coldAll', at, async () => start.all)
  if (json !== null) await measure('coldAll', rival, async () => json)
  await page.close()
}

async function measureArrival(
  { page, slowDown }: Tab,
  at: Conditions,
  measurer: Measurer,
): Promise<void> {
  const { measure } = measurer
  await page.evaluate(() => window.bench.prepare('ours', 1))
  await slowDown(at.speed)
  await measure('longestTask', at, () => page.evaluate(() => window.bench.longestTask()))
  if (wantsAny(measurer, OF_STOCK, at)) {
    const sum = await page.evaluate((count) => window.bench.aggregation(count), at.rows)
    const rival = { ...at, contender: SPREADS }
    await measure('aggregate', at, async () => sum.ours)
    await measure('aggregate', rival, async () => sum.spreads)
    await measure('aggregateWhole', at, async () => sum.whole)
    await measure('aggregateWhole', rival, async () => sum.spreads)
  }
  await page.close()
}

async function measureRefresh(
  { page, busy, slowDown }: Tab,
  at: Conditions,
  { measure }: Measurer,
): Promise<void> {
  const rival = { ...at, contender: EVERYTHING }
  await page.evaluate(([count, epoch]) => window.bench.prepareRefresh(count, epoch), [
    at.rows,
    EPOCH,
  ] as const)
  await slowDown(at.speed)
  const refresh = (etag: string) =>
    busy(() => page.evaluate((is) => window.bench.refresh(is), etag))
  await measure('refreshUnchanged', at, () => refresh(SAME_ETAG))
  await measure('refreshChanged', at, () => refresh('"old"'))
  await measure('refreshKept', at, () => page.evaluate(() => window.bench.keepRefreshed()))
  await measure('refreshKept', { ...at, contender: JSON_TEXT }, () =>
    page.evaluate(() => window.bench.keepRefreshedAsText()),
  )
  const all = await busy(async () => {
    const came = await page.evaluate((path) => window.bench.fetchAll(path), '/api/data_bins')
    if (came !== at.rows) throw new Error('rows are missing')
  })
  await measure('refreshUnchanged', rival, async () => all)
  await measure('refreshChanged', rival, async () => all)
  await page.close()
}

function wantsAny({ wants }: Measurer, figures: readonly FigureId[], at: Conditions): boolean {
  return figures.some((figure) => wants(figure, at))
}

const EPOCH = 'bench'
const ONE_CHANGED_IN = 100

/** Our server's answer when one row in a hundred has changed. */
function changesOf(count: number): string {
  const sum = createSum()
  const data = benchRows(count).flatMap((row, nth) => {
    const isChanged = nth % ONE_CHANGED_IN === 0
    const now = { ...row, quantity: row.quantity + (isChanged ? 1 : 0) }
    sum.add(now)
    return isChanged ? [now] : []
  })
  const facts = { from: 1, seq: 2, epoch: EPOCH, count, sum: sum.text() }
  return JSON.stringify({ mode: 'delta', ...facts, deleted: [], data })
}
