/** One visit of a contender: a cold page, in which everything is done once or twice, always in the same order. */
import type { FigureId } from '#test/bench/table/figures.ts'
import type { Conditions, Measurer } from '#test/bench/table/measurer.ts'
import type { ContenderName } from '#test/bench/table/pages/contender.ts'
import type { Tab } from '#test/bench/table/tab.ts'

const MOVES = 16
const MOVE_PX = 3

type Take = (figure: FigureId, take: () => Promise<number>) => Promise<boolean>

/** @param readingMs how long a person reads before the first key */
export async function visit(
  tab: Tab,
  contender: ContenderName,
  conditions: Conditions,
  { measure, wants }: Measurer,
  readingMs: number,
): Promise<void> {
  const { page } = tab
  const take: Take = (figure, act) => measure(figure, conditions, act)
  const { rows, speed } = conditions
  await page.evaluate(([name, count]) => window.bench.prepare(name, count), [
    contender,
    rows,
  ] as const)
  const wantsAny = (...figures: FigureId[]) => figures.some((figure) => wants(figure, conditions))
  const data = wantsAny('heap') ? await tab.heap() : 0
  await tab.slowDown(speed)

  const mount = (pageSize: number) => page.evaluate((size) => window.bench.mount(size), pageSize)
  const unmount = () => page.evaluate(() => window.bench.unmount())
  if (!(await take('firstMount', () => mount(100)))) await mount(100)
  if (wantsAny('firstSearch', 'search', 'heap')) await search(tab, take, readingMs)
  await sort(tab, take, wantsAny)
  if (wants('heap', conditions)) await take('heap', async () => (await tab.heap()) - data)
  await turnPages(tab, take)
  if (wantsAny('hide100')) await hide(tab, take, 'hide100')
  if (wantsAny('filter')) await filter(tab, take)
  await resize(tab, take)
  await openDialog(tab, contender, take)
  await unmount()

  for (const [figure, pageSize] of [
    ['mount10', 10],
    ['mount100', 100],
  ] as const) {
    const then = figure === 'mount10' ? 'hide10' : 'hastySearch'
    if (!wantsAny(figure, then)) continue
    if (!(await take(figure, () => mount(pageSize)))) await mount(pageSize)
    if (figure === 'mount10' && wantsAny('hide10')) await hide(tab, take, 'hide10')
    if (figure === 'mount100')
      await take('hastySearch', () => page.evaluate(() => window.bench.search('copper')))
    await unmount()
  }
}

async function search({ page }: Tab, take: Take, readingMs: number): Promise<void> {
  const type = (text: string) => page.evaluate((typed) => window.bench.search(typed), text)
  await page.evaluate((ms) => window.bench.pause(ms), readingMs)
  const isTyped = [
    await take('firstSearch', () => type('steel')),
    await take('search', () => type('brass')),
    await take('search', () => type('nylon')),
  ]
  if (isTyped.includes(true)) await type('')
}

async function sort(
  { page }: Tab,
  take: Take,
  wantsAny: (...figures: FigureId[]) => boolean,
): Promise<void> {
  const by = (column: string, descending: boolean) =>
    page.evaluate(([id, down]) => window.bench.sort(id, down), [column, descending] as const)
  for (const [column, cold, warm] of [
    ['item_name', 'sortTextCold', 'sortText'],
    ['bin', 'sortBinCold', 'sortBin'],
    ['quantity', 'sortNumberCold', 'sortNumber'],
  ] as const) {
    // The memory of the indexes needs all of them.
    if (!wantsAny(cold, warm, 'heap')) continue
    // The second press follows the first, even when the first needs no more measurements.
    if (!(await take(cold, () => by(column, false)))) await by(column, false)
    await take(warm, () => by(column, true))
  }
}

async function turnPages({ page }: Tab, take: Take): Promise<void> {
  for (const nth of [1, 2, 3])
    await take('page', () => page.evaluate((to) => window.bench.page(to), nth))
}

async function hide({ page }: Tab, take: Take, figure: 'hide10' | 'hide100'): Promise<void> {
  const column = 'item_name'
  await page.evaluate((id) => window.bench.before('show', id), column)
  for (let nth = 0; nth < 2; nth += 1) {
    if (await take(figure, () => page.evaluate((id) => window.bench.hide(id), column)))
      await page.evaluate((id) => window.bench.show(id), column)
  }
  await page.evaluate(() => window.bench.after('show'))
}

async function filter({ page }: Tab, take: Take): Promise<void> {
  const column = 'item_name'
  const type = (text: string) =>
    page.evaluate(([id, typed]) => window.bench.filter(id, typed), [column, text] as const)
  await page.evaluate((id) => window.bench.before('filter', id), column)
  // Before the first key nothing is measured: what a filter prepares, it prepares as it opens.
  await type('zinc')
  const isTyped = [
    await take('filter', () => type('brass')),
    await take('filter', () => type('nylon')),
  ]
  if (isTyped.includes(true)) await type('')
  await page.evaluate(() => window.bench.after('filter'))
}

async function resize({ page, busy }: Tab, take: Take): Promise<void> {
  const edge = await page.evaluate(() => window.bench.edge('item'))
  if (!edge) return
  await take('resize', async () => {
    await page.mouse.move(edge.x, edge.y)
    await page.mouse.down()
    const taken = await busy(async () => {
      for (let nth = 1; nth <= MOVES; nth += 1)
        await page.mouse.move(edge.x + nth * MOVE_PX, edge.y)
    })
    await page.mouse.up()
    return taken / MOVES
  })
}

async function openDialog({ page }: Tab, contender: ContenderName, take: Take): Promise<void> {
  const isOurs = contender === 'ours'
  if (isOurs) await page.evaluate(() => window.bench.settle())
  await take('dialog', () => page.evaluate(() => window.bench.openDialog()))
  if (isOurs) await take('dialogDraws', () => page.evaluate(() => window.bench.readings()))
}
