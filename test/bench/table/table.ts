/** The table of the console beside other tables, on the same rows in the same browser. */
import type { Browser } from 'playwright-core'
import { OURS } from '#test/bench/compare.ts'
import type { Dose } from '#test/bench/dose.ts'
import type { Pages } from '#test/bench/table/pages-build.ts'
import { openArrivals } from '#test/bench/table/arrive.ts'
import { inTime, type Conditions, type Measurer } from '#test/bench/table/measurer.ts'
import { CONTENDERS, type Peer } from '#test/bench/table/contenders.ts'
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

/** No visit is waited for longer, in ms. */
const VISIT_MS = 120_000
/** A page that hangs may not close either. */
const CLOSED_WITHIN_MS = 10_000
/** So many visits of a contender may fail under the same conditions. */
const MOST_FAILURES = 3

/**
 * Measures everything. Every round visits every contender once under all conditions, so that a slow
 * minute of the machine meets all, and a run that is cut knows a little of everything.
 * @param onRound told after each round, counted from 1
 */
export async function measureTable(
  surroundings: Surroundings,
  onRound: (round: number) => Promise<void>,
): Promise<void> {
  const { dose, say } = surroundings
  const visitor = visitorWith(surroundings)
  const arrivals = openArrivals(surroundings)
  const start = performance.now()
  try {
    for (let round = 1; round <= dose.repeats; round += 1) {
      const began = performance.now()
      for (const speed of dose.speeds) {
        for (const rows of dose.rows) {
          say(`Round ${String(round)}: ${String(rows)} rows, speed 1/${String(speed)}`)
          for (const peer of CONTENDERS) await visitor(peer, rows, speed)
        }
        await visitWide(surroundings, speed)
        await arrivals.measure(speed)
      }
      await onRound(round)
      const now = performance.now()
      // Later rounds are no longer than the one before: what is known is not measured again.
      if (now - start + (now - began) > dose.withinMs) break
    }
  } finally {
    await arrivals.close()
  }
}

/** Visits a contender where there is anything to measure; one of the others that fails is left out. */
function visitorWith({ browser, pages, dose, measurer, say }: Surroundings) {
  const failures = new Map<string, number>()
  return async (peer: Peer, rows: number, speed: number): Promise<void> => {
    const conditions: Conditions = { rows, speed, contender: peer.title }
    const key = Object.values(conditions).join(' ')
    const failed = failures.get(key) ?? 0
    if (!peer.takesPart(rows, speed) || failed === MOST_FAILURES) return
    if (!USUAL.some(({ id }) => measurer.wants(id, conditions))) return
    const start = performance.now()
    const tab = await openTab(browser, pages.address)
    try {
      await inTime(visit(tab, peer.name, conditions, measurer, dose.readingMs), VISIT_MS)
    } catch (error) {
      if (peer.title === OURS) throw new Error('Ours could not be measured', { cause: error })
      failures.set(key, failed + 1)
      say(`  ${peer.title} could not go on: ${String(error).split('\n')[0] ?? ''}`)
    }
    await inTime(tab.close(), CLOSED_WITHIN_MS).catch(() => undefined)
    say(`  ${peer.title}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
}
