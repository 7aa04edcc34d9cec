/** A sheet of 205 columns: an inventory aggregated to items in 200 locations; 12,500 of 250,000 rows. */
import { WIDE } from '#test/bench/table/figures.ts'
import type { ContenderName } from '#test/bench/table/pages/contender.ts'
import { CONTENDERS } from '#test/bench/table/contenders.ts'
import type { Deps } from '#test/bench/table/table.ts'
import { openTab } from '#test/bench/table/tab.ts'

/** Rows of stock to one item. */
const OF_AN_ITEM = 20
const STEP_PX = 300
const STEPS = 3

/** Those that draw only the columns that are seen, and ours. */
const TAKES_PART: readonly ContenderName[] = ['ours', 'mui', 'ag']

/**
 * Visits each of them once.
 * @param stock rows of the inventory before they are aggregated
 */
export async function visitWide(
  { browser, pages, measurer, say }: Deps,
  stock: number,
  speed: number,
): Promise<void> {
  for (const { name, title } of CONTENDERS.filter((each) => TAKES_PART.includes(each.name))) {
    const conditions = { rows: stock / OF_AN_ITEM, speed, contender: title }
    if (!WIDE.some(({ id }) => measurer.wants(id, conditions))) continue
    const start = performance.now()
    const tab = await openTab(browser, pages.address)
    const { page } = tab
    await page.evaluate(([who, count]) => window.bench.prepareWide(who, count), [
      name,
      stock,
    ] as const)
    await tab.slowDown(speed)
    const mount = () => page.evaluate(() => window.bench.mount(100))
    // Once to warm up.
    await mount()
    await page.evaluate(() => window.bench.unmount())
    await measurer.measure('wideMount', conditions, mount)
    for (let nth = 0; nth < STEPS; nth += 1)
      await measurer.measure('wideStep', conditions, () =>
        page.evaluate((px) => window.bench.sideways(px), STEP_PX),
      )
    await tab.close()
    say(`  ${title}, 205 columns: ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
}
