/** The bench runs: every contender can do everything that is measured, and shows the same rows. Times are not checked. */
import { chromium, type Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { compare } from '#test/bench/compare.ts'
import type { Dose } from '#test/bench/dose.ts'
import { SERVER_FIGURES } from '#test/bench/server/figures.ts'
import { openServerBench } from '#test/bench/server/rounds.ts'
import { openArrivals } from '#test/bench/table/arrive.ts'
import { CONTENDERS } from '#test/bench/table/contenders.ts'
import { FIGURES } from '#test/bench/table/figures.ts'
import { makeMeasurer } from '#test/bench/table/measurer.ts'
import { buildPages, servePages, type Pages } from '#test/bench/table/pages-build.ts'
import { openTab } from '#test/bench/table/tab.ts'
import { visit } from '#test/bench/table/visit.ts'
import { visitWide } from '#test/bench/table/visit-wide.ts'
import { CHROMIUM_ARGS } from '#test/support/chromium.ts'
import { startPostgres } from '#test/support/database/postgres.ts'

/** All contenders draw at the same time, on a machine that also runs other tests. */
const MINUTES = { timeout: 5 * 60_000 }
const ROWS = 400
const DOSE: Dose = {
  rows: [ROWS],
  speeds: [1],
  repeats: 1,
  only: null,
  readingMs: 0,
  withinMs: MINUTES.timeout,
}

let browser: Browser
let pages: Pages

beforeAll(async () => {
  await buildPages()
  pages = await servePages()
  browser = await chromium.launch({
    executablePath: inject('chromiumPath'),
    args: [...CHROMIUM_ARGS],
  })
})

afterAll(async () => {
  await browser.close()
  await pages.close()
})

it(
  'the bench measures every figure of our table, and all tables show the same rows',
  MINUTES,
  async () => {
    const measurer = makeMeasurer(DOSE)
    const deps = {
      browser,
      deviceBrowser: browser,
      pages,
      dose: DOSE,
      measurer,
      say: () => undefined,
    }
    const arrivals = openArrivals(deps, ROWS)
    const firstRows = CONTENDERS.map(async ({ name, title }) => {
      const tab = await openTab(browser, pages.address)
      const conditions = { rows: ROWS, speed: 1, contender: title }
      await visit(tab, name, conditions, measurer, DOSE.readingMs)
      return tab.page.evaluate(async () => {
        await window.bench.mount(10)
        await window.bench.search('steel')
        await window.bench.sort('quantity', false)
        return window.bench.drawn()[0]?.slice(0, 'R-000000'.length)
      })
    })
    const [shown] = await Promise.all([
      Promise.all(firstRows),
      visitWide(deps, ROWS, 1),
      arrivals.measure(1),
    ])
    await arrivals.close()
    expect(shown).toEqual(CONTENDERS.map(() => shown[0]))

    const lines = compare(FIGURES, measurer.samples)
    expect(lines.map(({ figure }) => figure)).toEqual(FIGURES.map(({ id }) => id))
    expect(lines.find(({ figure }) => figure === 'dialogDraws')?.ours).toBe(0)
  },
)

it(
  'the bench measures every figure of the server, and all servers answer with the same rows',
  MINUTES,
  async () => {
    const postgres = await startPostgres()
    try {
      const bench = await openServerBench(postgres, ROWS)
      const lines = compare(SERVER_FIGURES, await bench.round())
      await bench.close()
      expect(lines.map(({ figure }) => figure)).toEqual(SERVER_FIGURES.map(({ id }) => id))
      expect(lines.every(({ medians }) => Object.keys(medians).length > 1)).toBe(true)
    } finally {
      await postgres.stop()
    }
  },
)
