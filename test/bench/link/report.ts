/** The results of the link bench in words, for the terminal and for performance.md. */
import type { LinkLine } from '#test/bench/link/figures.ts'
import { THIN } from '#test/bench/link/line.ts'
import { tableOf } from '#test/bench/report.ts'

/** What a run has besides its lines. */
export interface LinkRun {
  readonly at: string
  readonly rows: number
  readonly browser: string
  readonly machine: string
  /** The load average of the last minute when the run began. */
  readonly load: number
  readonly rounds: number
  readonly seconds: number
  readonly lines: readonly LinkLine[]
}

const HEADS = ['figure', 'median', 'runs', 'goal', 'reached']

/** As Markdown. */
export function linkReport(run: LinkRun): string {
  return [conditionsOf(run), tableOf(HEADS, run.lines.map(wordsOf))].join('\n\n')
}

/** One line that says how many goals are reached. */
export function linkSummary(lines: readonly LinkLine[]): string {
  const judged = lines.filter(({ isReached }) => isReached !== null)
  const reached = judged.filter(({ isReached }) => isReached)
  return `${String(reached.length)} of ${String(judged.length)} goals`
}

function conditionsOf({ at, rows, browser, machine, load, rounds, seconds }: LinkRun): string {
  const { bitsPerSecond, roundTripMs } = THIN
  const line = `${String(bitsPerSecond / 1_000)} kbit/s in each direction, ${String(roundTripMs)} ms round trip`
  return `${at.slice(0, 10)}, ${browser}, ${machine}, load ${load.toFixed(1)} at the start; ${rows.toLocaleString('en')} inventory rows; ${line}; ${String(rounds)} rounds in ${String(seconds)} s.`
}

function wordsOf({ title, unit, median, runs, goal, isReached }: LinkLine): string[] {
  const say = (value: number): string => withUnit(value, unit)
  const spread = [Math.min(...runs), Math.max(...runs)].map(say)
  return [
    title,
    say(median),
    runs.length === 1 ? '1' : `${String(runs.length)}: ${spread.join(' to ')}`,
    goal === undefined ? '-' : say(goal),
    isReached === null ? '-' : isReached ? 'yes' : 'no',
  ]
}

function withUnit(value: number, unit: LinkLine['unit']): string {
  if (value === Infinity) return 'never'
  return `${unit === 's' ? value.toFixed(1) : value.toFixed(0)} ${unit}`
}
