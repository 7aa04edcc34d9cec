/** Rows that arrive, from the device and from a server: the real modules of the console. */
import type { BrowserContext } from 'playwright-core'
import { ARRIVAL } from '#test/bench/table/figures.ts'
import { OURS } from '#test/bench/compare.ts'
import { benchRows } from '#test/bench/table/pages/rows.ts'
import type { Surroundings } from '#test/bench/table/table.ts'
import { tabIn } from '#test/bench/table/tab.ts'

const JSON_TEXT = 'one JSON text'
const SPREADS = 'objects with spreads'
/** What is measured of the inventory. */
const OF_STOCK: ReadonlySet<string> = new Set(['aggregate', 'aggregateWhole'])
/** The most that the goals of arriving rows speak of. */
const MOST_ARRIVING = 100_000

interface Arrivals {
  /** Measures each figure once. */
  readonly measure: (speed: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** A device that keeps its rows over all rounds. */
export function openArrivals({ browser, pages, dose, measurer, say }: Surroundings): Arrivals {
  const rows = Math.max(...dose.rows.filter((count, nth) => nth === 0 || count <= MOST_ARRIVING))
  const stock = Math.max(...dose.rows)
  let device: BrowserContext | undefined
  const filled = async (): Promise<BrowserContext> => {
    if (device) return device
    device = await browser.newContext()
    const first = await tabIn(device, pages.address)
    await first.page.evaluate((count) => window.bench.fillDevice(count), rows)
    await first.page.close()
    return device
  }
  return {
    measure: async (speed) => {
      const at = { rows, speed, contender: OURS }
      const ofStock = { ...at, rows: stock }
      if (!ARRIVAL.some(({ id }) => measurer.wants(id, OF_STOCK.has(id) ? ofStock : at))) return
      const began = performance.now()
      pages.answer(JSON.stringify(benchRows(rows)))
      const context = await filled()
      const cold = await tabIn(context, pages.address)
      await cold.slowDown(speed)
      const start = await cold.page.evaluate(() => window.bench.coldStart())
      await measurer.measure('coldFirst', at, async () => start.first)
      await measurer.measure('coldFirst', { ...at, contender: JSON_TEXT }, async () => start.json)
      await measurer.measure('coldAll', at, async () => start.all)
      await measurer.measure('coldAll', { ...at, contender: JSON_TEXT }, async () => start.json)
      await cold.page.close()

      const served = await tabIn(context, pages.address)
      await served.page.evaluate(() => window.bench.prepare('ours', 1))
      await served.slowDown(speed)
      await measurer.measure('longestTask', at, () =>
        served.page.evaluate(() => window.bench.longestTask()),
      )
      if (ARRIVAL.some(({ id }) => OF_STOCK.has(id) && measurer.wants(id, ofStock))) {
        const sum = await served.page.evaluate((count) => window.bench.aggregation(count), stock)
        await measurer.measure('aggregate', ofStock, async () => sum.ours)
        const spreads = { ...ofStock, contender: SPREADS }
        await measurer.measure('aggregate', spreads, async () => sum.spreads)
        await measurer.measure('aggregateWhole', ofStock, async () => sum.whole)
        await measurer.measure('aggregateWhole', spreads, async () => sum.spreads)
      }
      await served.page.close()
      say(`  ${String(rows)} rows arrive: ${((performance.now() - began) / 1000).toFixed(1)} s`)
    },
    close: async () => device?.close(),
  }
}
