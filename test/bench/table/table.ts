/** The table of the console beside other tables, on the same rows in the same browser. */
import type { Browser } from 'playwright-core'
import type { Dose } from '#test/bench/dose.ts'
import type { Pages } from '#test/bench/table/pages-build.ts'
import { arrive } from '#test/bench/table/arrive.ts'
import type { Measurer } from '#test/bench/table/measurer.ts'
import { CONTENDERS } from '#test/bench/table/contenders.ts'
import { openTab } from '#test/bench/table/tab.ts'
import { USUAL } from '#test/bench/table/figures.ts'
import { visit } from '#test/bench/table/visit.ts'
import { visitWide } from '#test/bench/table/visit-wide.ts'

export interface Surroundings {
  readonly browser: Browser
  readonly pages: Pages
  readonly dose: Dose
  readonly measurer: Measurer
  /** Tells how far it is. */
  readonly say: (line: string) => void
}

/** Measures everything; every round visits every contender once, so that a slow minute of the machine meets all. */
export async function measureTable(surroundings: Surroundings): Promise<void> {
  const { browser, pages, dose, measurer, say } = surroundings
  for (const speed of dose.speeds) {
    for (const rows of dose.rows) {
      say(`Table: ${String(rows)} rows, speed 1/${String(speed)}`)
      for (let round = 0; round < dose.repeats; round += 1) {
        for (const { name, title, takesPart } of CONTENDERS) {
          const conditions = { rows, speed, contender: title }
          const isWanted = USUAL.some(({ id }) => measurer.wants(id, conditions))
          if (!isWanted || !takesPart(rows, speed)) continue
          const tab = await openTab(browser, pages.address)
          await visit(tab, name, conditions, measurer, dose.readingMs).catch((error: unknown) => {
            throw new Error(`${title} could not be measured`, { cause: error })
          })
          await tab.close()
        }
      }
    }
    await visitWide(surroundings, speed)
    await arrive(surroundings, speed)
  }
}
