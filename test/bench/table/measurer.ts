/** Collects measurements, and decides when there are enough. */
import { OURS } from '#test/bench/compare.ts'
import type { Dose } from '#test/bench/dose.ts'
import type { GivenUp, Sample } from '#test/bench/figures.ts'
import type { FigureId } from '#test/bench/table/figures.ts'
import { median } from '#test/support/median.ts'

/** A peer that is this many times slower than ours, and clearly not tied, is measured less often. */
const FAR_BEHIND = 2
const FAR_BEHIND_BY = 40
const FAR_BEHIND_REPEATS = 3
/** A figure whose measurement takes this long, in ms, is measured once. */
const VERY_LONG_MS = 1_500
/** The timeout of a measurement, in ms. */
const PATIENCE_MS = 30_000

/** Marks that a contender was abandoned, instead of a figure. */
export const EVERYTHING = 'all figures'

export interface Conditions {
  readonly rows: number
  readonly speed: number
  readonly contender: string
}

export interface Measurer {
  readonly samples: readonly Sample[]
  /** The figures that a contender could not reach, or not in time. */
  readonly givenUp: readonly GivenUp[]
  /** Records that a contender is left out from now on, and the time it took. */
  readonly giveUp: (what: Omit<GivenUp, 'overSeconds'>, tookMs: number) => void
  /** Whether a figure is requested and needs more measurements. */
  readonly wants: (figure: FigureId, conditions: Conditions) => boolean
  /**
   * Measures a figure if it is needed; returns whether it was.
   * @throws Error when it cannot be measured; then it is not tried again
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
    // The memory of a page is the same each time.
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

/** Whether more measurements of a peer could not change its result. */
function isDecided(values: readonly number[], ours: readonly number[]): boolean {
  const least = Math.min(...values)
  const middle = median(ours)
  const isFar = least > middle * FAR_BEHIND && least > middle + FAR_BEHIND_BY
  return isFar && values.length >= (least > VERY_LONG_MS ? 1 : FAR_BEHIND_REPEATS)
}

/**
 * Waits with a timeout, because a page that hangs never answers.
 * @throws Error after the timeout
 */
export function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`took over ${String(ms / 1000)} s`)), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
