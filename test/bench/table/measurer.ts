/** Collects what is measured, and knows when it is enough. */
import { OURS } from '#test/bench/compare.ts'
import type { Dose } from '#test/bench/dose.ts'
import type { GivenUp, Sample } from '#test/bench/figures.ts'
import type { FigureId } from '#test/bench/table/figures.ts'
import { median } from '#test/support/median.ts'

/** A peer so many times behind ours, and by more than anybody could take for a tie, is measured less often. */
const FAR_BEHIND = 2
const FAR_BEHIND_BY = 40
const FAR_BEHIND_REPEATS = 3
/** And once where a single measurement takes so long, in ms. */
const VERY_LONG_MS = 1_500
/** What takes longer is not waited for, in ms. */
const PATIENCE_MS = 30_000

/** Given up as a whole, in the place of a figure. */
export const EVERYTHING = 'all figures'

export interface Conditions {
  readonly rows: number
  readonly speed: number
  readonly contender: string
}

export interface Measurer {
  readonly samples: readonly Sample[]
  /** What a contender could not do, or not in time. */
  readonly givenUp: readonly GivenUp[]
  /** Notes that a contender is left out from now on, and how long it took. */
  readonly giveUp: (what: Omit<GivenUp, 'overSeconds'>, tookMs: number) => void
  /** Whether a figure is asked for and not yet known well enough. */
  readonly wants: (figure: FigureId, conditions: Conditions) => boolean
  /**
   * Measures a figure where it is wanted; says whether it was.
   * @throws Error where it cannot be measured; it is then not wanted again
   */
  readonly measure: (
    figure: FigureId,
    conditions: Conditions,
    take: () => Promise<number>,
  ) => Promise<boolean>
}

export function makeMeasurer({ repeats, only }: Dose): Measurer {
  const samples: Sample[] = []
  const givenUp: GivenUp[] = []
  const known = new Map<string, number[]>()
  const keyOf = (figure: string, { rows, speed, contender }: Conditions): string =>
    [figure, rows, speed, contender].join(' ')
  const stopped = new Set<string>()
  const giveUp: Measurer['giveUp'] = (what, tookMs) =>
    void givenUp.push({ ...what, overSeconds: Math.floor(tookMs / 1000) })
  const wants: Measurer['wants'] = (figure, conditions) => {
    if (only && !only.has('table') && !only.has(figure)) return false
    const key = keyOf(figure, conditions)
    const values = known.get(key) ?? []
    if (stopped.has(key) || values.length >= repeats) return false
    if (conditions.contender === OURS || values.length === 0) return true
    // What a page holds is the same each time.
    if (figure === 'heap' && values.length >= FAR_BEHIND_REPEATS) return false
    const ours = known.get(keyOf(figure, { ...conditions, contender: OURS })) ?? []
    return !isDecided(values, ours)
  }
  return {
    samples,
    givenUp,
    giveUp,
    wants,
    measure: async (figure, conditions, take) => {
      if (!wants(figure, conditions)) return false
      const key = keyOf(figure, conditions)
      const start = performance.now()
      try {
        const value = await inTime(take(), PATIENCE_MS)
        known.set(key, [...(known.get(key) ?? []), value])
        samples.push({ figure, ...conditions, value })
      } catch (error) {
        stopped.add(key)
        giveUp({ figure, ...conditions }, performance.now() - start)
        throw error
      }
      return true
    },
  }
}

/** Whether more measurements of a peer could not change what is said of it. */
function isDecided(values: readonly number[], ours: readonly number[]): boolean {
  const least = Math.min(...values)
  const middle = median(ours)
  const isFar = least > middle * FAR_BEHIND && least > middle + FAR_BEHIND_BY
  return isFar && values.length >= (least > VERY_LONG_MS ? 1 : FAR_BEHIND_REPEATS)
}

/**
 * Waits for something, but not for ever: a page that hangs answers nothing any more.
 * @throws Error once the time is over
 */
export function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`took over ${String(ms / 1000)} s`)), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
