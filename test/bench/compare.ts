/** Compares our table with the best of the others, by the rules of decisions/console/table-engine.md. */
import type { Figure, Line, Sample } from '#test/bench/figures.ts'
import { median } from '#test/support/median.ts'

export const OURS = 'ours'

/** Differences below these are noise: one frame, and the variation of garbage collection. */
const TIES: Readonly<Record<Figure['unit'], number>> = { ms: 16.7, MB: 2, draws: 0 }

/** A line for each figure and condition under which our table was measured, in the order of the figures. */
export function compare(figures: readonly Figure[], samples: readonly Sample[]): Line[] {
  return figures.flatMap((figure) => {
    const own = samples.filter((sample) => sample.figure === figure.id)
    const conditions = new Map(own.map(({ rows, speed }) => [`${rows} ${speed}`, { rows, speed }]))
    return [...conditions.values()]
      .toSorted((a, b) => a.speed - b.speed || a.rows - b.rows)
      .flatMap(({ rows, speed }) => {
        const under = own.filter((sample) => sample.rows === rows && sample.speed === speed)
        return lineOf(figure, under, rows, speed)
      })
  })
}

function lineOf(
  { id, title, unit, goal: goalAt }: Figure,
  samples: readonly Sample[],
  rows: number,
  speed: number,
): Line[] {
  const medians = mediansOf(samples)
  const ours = medians[OURS]?.value
  if (ours === undefined) return []
  const [best] = Object.entries(medians)
    .filter(([name]) => name !== OURS)
    .map(([name, { value }]) => ({ name, value }))
    .toSorted((a, b) => a.value - b.value)
  const goal = goalAt?.(rows, speed) ?? null
  return [
    {
      figure: id,
      title,
      unit,
      rows,
      speed,
      ours,
      peer: best ?? null,
      ratio: best && best.value > 0 ? ours / best.value : null,
      verdict: best ? verdictOn(ours - best.value, TIES[unit]) : 'alone',
      goal,
      reached: goal === null ? null : ours <= goal,
      medians,
    },
  ]
}

function mediansOf(samples: readonly Sample[]): Line['medians'] {
  const names = [...new Set(samples.map(({ contender }) => contender))]
  return Object.fromEntries(
    names.map((name) => {
      const values = samples.filter(({ contender }) => contender === name).map(({ value }) => value)
      return [name, { value: median(values), of: values.length }]
    }),
  )
}

function verdictOn(difference: number, tie: number): Line['verdict'] {
  if (Math.abs(difference) <= tie) return 'tie'
  return difference < 0 ? 'ahead' : 'behind'
}
