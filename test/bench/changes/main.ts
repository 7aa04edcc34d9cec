/** The cost of a refresh against the size of its change, in Node. */
import { LISTS } from '#test/bench/changes/lists.ts'
import { measureChange, STEPS, type Cost } from '#test/bench/changes/measure.ts'
import { median } from '#test/support/median.ts'

const ROWS = [10_000, 100_000, 250_000]
const CHANGED = [1, 10, 100, 1_000, 10_000]
const REPEATS = 5

/**
 * Measures and returns the report. `BENCH_ROWS`, `BENCH_CHANGED` and `BENCH_REPEATS` set the sizes and the number of
 * measurements, whose median is shown; `BENCH_LISTS` names the lists.
 */
export async function main(): Promise<string> {
  const { env } = process
  const repeats = numbersIn(env['BENCH_REPEATS']) ?? [REPEATS]
  const lines = [
    lineOf(['list', 'rows', 'changed', ...STEPS]),
    lineOf(['---', '--:', '--:', ...STEPS.map(() => '--:')]),
  ]
  const named = env['BENCH_LISTS']?.split(',')
  for (const [name, list] of Object.entries(LISTS)) {
    if (named && !named.includes(name)) continue
    for (const count of numbersIn(env['BENCH_ROWS']) ?? ROWS) {
      const rows = list.rows(count)
      for (const changed of numbersIn(env['BENCH_CHANGED']) ?? CHANGED) {
        if (changed > count) continue
        const costs: Cost[] = []
        for (let nth = 0; nth < (repeats[0] ?? REPEATS); nth += 1)
          costs.push(await measureChange(list, rows, changed))
        const found = STEPS.map((step) => median(costs.map((cost) => cost[step])).toFixed(1))
        const sizes = [count, changed].map((size) => size.toLocaleString('en'))
        lines.push(lineOf([name, ...sizes, ...found]))
        process.stderr.write(`${lines.at(-1) ?? ''}\n`)
      }
    }
  }
  const table = `${lines.join('\n')}\n`
  const today = new Date().toISOString().slice(0, 10)
  return `${today}, Node ${process.versions.node}; milliseconds of the processor.\n\n${table}`
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function numbersIn(list: string | undefined): number[] | null {
  return list ? list.split(',').map(Number) : null
}
