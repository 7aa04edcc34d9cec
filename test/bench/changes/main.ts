/** The cost of a refresh against the size of its change, in Node. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CACHE } from '#test/bench/cache.ts'
import { measureChange, STEPS, type Cost } from '#test/bench/changes/measure.ts'
import { benchRows } from '#test/bench/table/pages/rows.ts'
import { median } from '#test/support/median.ts'

const ROWS = [10_000, 100_000, 250_000]
const CHANGED = [1, 10, 100, 1_000, 10_000]
const REPEATS = 5

/**
 * Measures, prints, and stores the table in the ignored cache as `changes.md`. `BENCH_ROWS`, `BENCH_CHANGED` and
 * `BENCH_REPEATS` set the sizes and the number of measurements, of which the median counts.
 */
export async function main(): Promise<void> {
  const { env } = process
  const repeats = numbersIn(env['BENCH_REPEATS']) ?? [REPEATS]
  const lines = [
    lineOf(['rows', 'changed', ...STEPS]),
    lineOf(['--:', '--:', ...STEPS.map(() => '--:')]),
  ]
  for (const count of numbersIn(env['BENCH_ROWS']) ?? ROWS) {
    const rows = benchRows(count)
    for (const changed of numbersIn(env['BENCH_CHANGED']) ?? CHANGED) {
      if (changed > count) continue
      const costs: Cost[] = []
      for (let nth = 0; nth < (repeats[0] ?? REPEATS); nth += 1)
        costs.push(await measureChange(rows, changed))
      const found = STEPS.map((step) => median(costs.map((cost) => cost[step])).toFixed(1))
      lines.push(lineOf([count.toLocaleString('en'), changed.toLocaleString('en'), ...found]))
      process.stderr.write(`${lines.at(-1) ?? ''}\n`)
    }
  }
  const table = `${lines.join('\n')}\n`
  await mkdir(CACHE, { recursive: true })
  await writeFile(join(CACHE, 'changes.md'), table)
  process.stdout.write(`Milliseconds of the processor, Node ${process.versions.node}\n\n${table}`)
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function numbersIn(list: string | undefined): number[] | null {
  return list ? list.split(',').map(Number) : null
}
