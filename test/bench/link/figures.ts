/** The figures of a first visit over a slow link, with their goals, and how the runs of each become a line. */
import { median } from '#test/support/median.ts'

interface LinkFigure {
  readonly title: string
  readonly unit: 's' | 'KB'
  /** The most that is good; absent when the figure only explains others. */
  readonly goal?: number
}

export const LINK_FIGURES = {
  signIn: { title: 'first visit: sign-in can be typed into', unit: 's', goal: 4.5 },
  signInKb: { title: 'first visit: received until then', unit: 'KB', goal: 160 },
  counts: { title: 'all twelve counts on the dashboard, after the code', unit: 's', goal: 5 },
  countsKb: { title: 'received from the code to the counts', unit: 'KB' },
  cardFirst: { title: 'then Inventory by its card: first rows', unit: 's' },
  cardAll: { title: 'then Inventory by its card: all rows', unit: 's' },
  coldFirst: { title: 'cold Inventory: first rows', unit: 's', goal: 2 },
  coldAll: { title: 'cold Inventory: all rows', unit: 's', goal: 7 },
  coldKb: { title: 'cold Inventory: the list', unit: 'KB', goal: 260 },
  flapAll: { title: 'line 10 s on, 10 s off: all rows', unit: 's', goal: 45 },
  flapMoreKb: { title: 'line 10 s on, 10 s off: received beyond the list', unit: 'KB' },
  flapTwiceKb: { title: 'line 10 s on, 10 s off: of complete answers again', unit: 'KB', goal: 0 },
  hangAll: { title: 'line hangs for 30 s in the middle: all rows', unit: 's' },
  hangMoreKb: { title: 'line hangs for 30 s in the middle: received beyond the list', unit: 'KB' },
  reloadAll: { title: 'reload in the middle: all rows, after the reload', unit: 's' },
  reloadMoreKb: { title: 'reload in the middle: received beyond the list', unit: 'KB' },
  reloadTwiceKb: {
    title: 'reload in the middle: of answers complete for 1 s again',
    unit: 'KB',
    goal: 0,
  },
  retry: { title: 'line cut in the middle for 15 s: first try after it', unit: 's', goal: 3 },
} as const satisfies Record<string, LinkFigure>

export type FigureName = keyof typeof LINK_FIGURES

/** What one run measured. Infinity is what was not reached before the run gave up. */
export type Measured = Partial<Record<FigureName, number>>

/** A figure over all runs. */
export interface LinkLine extends LinkFigure {
  readonly name: FigureName
  readonly median: number
  readonly runs: readonly number[]
  /** Whether the goal is met; null without a goal. */
  readonly isReached: boolean | null
}

/** A line for each figure that was measured, in their order. */
export function linesOf(measured: readonly Measured[]): LinkLine[] {
  return Object.entries(LINK_FIGURES).flatMap(([key, figure]: [string, LinkFigure]) => {
    const name = key as FigureName
    const runs = measured.flatMap((run) => run[name] ?? [])
    if (runs.length === 0) return []
    const middle = median(runs)
    const isReached = figure.goal === undefined ? null : middle <= figure.goal
    return [{ ...figure, name, median: middle, runs, isReached }]
  })
}
