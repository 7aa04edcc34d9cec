/** Compares the console's table with other tables, on the same rows in the same browser. */
import type { Browser } from 'playwright-core'
import { OURS } from '#test/bench/compare.ts'
import type { Dose } from '#test/bench/dose.ts'
import type { Pages } from '#test/bench/table/pages-build.ts'
import { openArrivals } from '#test/bench/table/arrive.ts'
import { EVERYTHING, inTime, type Conditions, type Measurer } from '#test/bench/table/measurer.ts'
import { CONTENDERS, type Peer } from '#test/bench/table/contenders.ts'
import { openTab } from '#test/bench/table/tab.ts'
import { USUAL } from '#test/bench/table/figures.ts'
import { visit } from '#test/bench/table/visit.ts'
import { visitWide } from '#test/bench/table/visit-wide.ts'

export interface Deps {
  readonly browser: Browser
  /** Another browser for rows that arrive, because a table that hangs would keep it from reading its store. */
  readonly deviceBrowser: Browser
  readonly pages: Pages
  readonly dose: Dose
  readonly measurer: Measurer
  /** Reports progress. */
  readonly say: (line: string) => void
}

/** The timeout of a visit, in ms. */
const VISIT_MS = 75_000
/** A peer whose visit takes longer is not visited again under the same conditions. */
const SLOW_VISIT_MS = 60_000
/** A page that hangs may not close either. */
const CLOSED_WITHIN_MS = 10_000
/** The number of visits of a contender that may fail under the same conditions. */
const MAX_FAILURES = 3

/**
 * Measures everything under some conditions. Every round visits every contender once, so that a slow
 * minute of the machine meets all.
 * @param onRound called after each round, counted from 1; returns false to stop
 */
export async function measureTable(
  deps: Deps,
  { rows, speed }: Pick<Conditions, 'rows' | 'speed'>,
  onRound: (round: number) => Promise<boolean>,
): Promise<void> {
  const { dose, say } = deps
  const visitor = visitorWith(deps)
  const arrivals = openArrivals(deps, rows)
  try {
    for (let round = 1; round <= dose.repeats; round += 1) {
      say(`Round ${String(round)}: ${String(rows)} rows, speed 1/${String(speed)}`)
      for (const peer of CONTENDERS) await visitor(peer, rows, speed)
      await visitWide(deps, rows, speed)
      await arrivals.measure(speed)
      if (!(await onRound(round))) return
    }
  } finally {
    await arrivals.close()
  }
}

/** Visits a contender where there is anything to measure; one of the others that fails or is slow is left out. */
function visitorWith({ browser, pages, dose, measurer, say }: Deps) {
  const failures = new Map<string, number>()
  return async (peer: Peer, rows: number, speed: number): Promise<void> => {
    const conditions: Conditions = { rows, speed, contender: peer.title }
    const failed = failures.get(peer.title) ?? 0
    if (!peer.takesPart(rows, speed) || failed >= MAX_FAILURES) return
    if (!USUAL.some(({ id }) => measurer.wants(id, conditions))) return
    const start = performance.now()
    const tab = await openTab(browser, pages.address)
    try {
      await inTime(visit(tab, peer.name, conditions, measurer, dose.readingMs), VISIT_MS)
    } catch (error) {
      if (peer.title === OURS) throw new Error('Ours could not be measured', { cause: error })
      failures.set(peer.title, failed + 1)
      say(`  ${peer.title} could not go on: ${String(error).split('\n')[0] ?? ''}`)
    }
    await inTime(tab.close(), CLOSED_WITHIN_MS).catch(() => undefined)
    const took = performance.now() - start
    if (peer.title !== OURS && took > SLOW_VISIT_MS) {
      failures.set(peer.title, MAX_FAILURES)
      measurer.giveUp({ figure: EVERYTHING, ...conditions }, took)
    }
    say(`  ${peer.title}: ${(took / 1000).toFixed(1)} s`)
  }
}
