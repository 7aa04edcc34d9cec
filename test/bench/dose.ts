/** The amount of measuring: everything, or what the environment asks for in a short run. */

export interface Dose {
  /** Rows of the tables, ascending. */
  readonly rows: readonly number[]
  /** The slowdown factors of the page's thread. */
  readonly speeds: readonly number[]
  readonly repeats: number
  /** The ids of the figures to measure, or 'table' and 'server' for such parts; null for all. */
  readonly only: ReadonlySet<string> | null
  /** The time before the first key in ms, during which a user would read. */
  readonly readingMs: number
  /** No round begins that would end after this time, in ms since the start; the first round of a part always begins. */
  readonly withinMs: number
}

const FULL: Dose = {
  rows: [10_000, 100_000, 250_000],
  speeds: [1, 4],
  repeats: 7,
  only: null,
  readingMs: 1_200,
  withinMs: 45 * 60_000,
}

/**
 * Reads `BENCH_ROWS`, `BENCH_SPEEDS`, `BENCH_REPEATS`, `BENCH_ONLY` and `BENCH_MINUTES`; lists are separated by commas.
 * @throws Error for anything but whole numbers above 0
 */
export function readDose(env: Readonly<Record<string, string | undefined>>): Dose {
  const { BENCH_ROWS, BENCH_SPEEDS, BENCH_REPEATS, BENCH_ONLY, BENCH_MINUTES } = env
  const [repeats = FULL.repeats] = numbersIn('BENCH_REPEATS', BENCH_REPEATS) ?? []
  const [minutes] = numbersIn('BENCH_MINUTES', BENCH_MINUTES) ?? []
  const rows = numbersIn('BENCH_ROWS', BENCH_ROWS) ?? FULL.rows
  return {
    ...FULL,
    rows: rows.toSorted((a, b) => a - b),
    speeds: numbersIn('BENCH_SPEEDS', BENCH_SPEEDS) ?? FULL.speeds,
    repeats,
    withinMs: minutes === undefined ? FULL.withinMs : minutes * 60_000,
    only: BENCH_ONLY ? new Set(wordsIn(BENCH_ONLY)) : FULL.only,
  }
}

function numbersIn(name: string, list: string | undefined): number[] | null {
  if (!list) return null
  const numbers = wordsIn(list).map(Number)
  if (numbers.every((number) => Number.isInteger(number) && number > 0)) return numbers
  throw new Error(`${name} must be whole numbers above 0, separated by commas, but is '${list}'.`)
}

function wordsIn(list: string): string[] {
  return list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
