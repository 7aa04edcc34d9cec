/** Rows that arrive, from the device and from a server: the real modules of the console. */
import { ARRIVAL } from '#test/bench/table/figures.ts'
import { OURS } from '#test/bench/compare.ts'
import { benchRows } from '#test/bench/table/pages/rows.ts'
import type { Surroundings } from '#test/bench/table/table.ts'
import { tabIn } from '#test/bench/table/tab.ts'

const JSON_TEXT = 'one JSON text'
const SPREADS = 'objects with spreads'
/** The most that the goals of arriving rows speak of. */
const MOST_ARRIVING = 100_000

export async function arrive(
  { browser, pages, dose, measurer, say }: Surroundings,
  speed: number,
): Promise<void> {
  const rows = Math.max(...dose.rows.filter((count, nth) => nth === 0 || count <= MOST_ARRIVING))
  const stock = Math.max(...dose.rows)
  const at = { rows, speed, contender: OURS }
  const ofStock = { ...at, rows: stock }
  const isWanted = (): boolean =>
    ARRIVAL.some(({ id }) => measurer.wants(id, id === 'aggregate' ? ofStock : at))
  if (!isWanted()) return
  say(`Table: ${String(rows)} rows arrive, speed 1/${String(speed)}`)
  pages.answer(JSON.stringify(benchRows(rows)))
  const context = await browser.newContext()
  const first = await tabIn(context, pages.address)
  await first.page.evaluate((count) => window.bench.fillDevice(count), rows)
  await first.page.close()
  for (let round = 0; round < dose.repeats && isWanted(); round += 1) {
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
    const sum = await served.page.evaluate((count) => window.bench.aggregation(count), stock)
    await measurer.measure('aggregate', ofStock, async () => sum.ours)
    await measurer.measure('aggregate', { ...ofStock, contender: SPREADS }, async () => sum.spreads)
    await served.page.close()
  }
  await context.close()
}
