/** Collects what is measured, and knows when it is enough. */
import type { Dose } from '#test/bench/dose.ts'
import type { Sample } from '#test/bench/figures.ts'
import type { FigureId } from '#test/bench/table/figures.ts'

/** A figure that takes this long in sum is measured three times, however often the others are. */
const LONG_MS = 5_000
const LONG_REPEATS = 3
/** And one that takes this long is measured once. */
const VERY_LONG_MS = 10_000

export interface Conditions {
  readonly rows: number
  readonly speed: number
  readonly contender: string
}

export interface Measurer {
  readonly samples: readonly Sample[]
  /** Whether a figure is asked for and not yet known well enough. */
  readonly wants: (figure: FigureId, conditions: Conditions) => boolean
  /** Measures a figure where it is wanted; says whether it was. */
  readonly measure: (
    figure: FigureId,
    conditions: Conditions,
    take: () => Promise<number>,
  ) => Promise<boolean>
}

export function makeMeasurer({ repeats, only }: Dose): Measurer {
  const samples: Sample[] = []
  const known = new Map<string, number[]>()
  const keyOf = (figure: string, { rows, speed, contender }: Conditions): string =>
    [figure, rows, speed, contender].join(' ')
  const wants: Measurer['wants'] = (figure, conditions) => {
    if (only && !only.has(figure)) return false
    const values = known.get(keyOf(figure, conditions)) ?? []
    const sum = values.reduce((all, value) => all + value, 0)
    if (sum > VERY_LONG_MS) return false
    return values.length < (sum > LONG_MS ? LONG_REPEATS : repeats)
  }
  return {
    samples,
    wants,
    measure: async (figure, conditions, take) => {
      if (!wants(figure, conditions)) return false
      const value = await take()
      const key = keyOf(figure, conditions)
      known.set(key, [...(known.get(key) ?? []), value])
      samples.push({ figure, ...conditions, value })
      return true
    },
  }
}
