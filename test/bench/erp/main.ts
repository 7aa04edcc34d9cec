/** The part of the bench about the ERP: both databases, a small and a large inventory. */
import { loadavg } from 'node:os'
import { measurePulls, type MeasuredPull } from '#test/bench/erp/pulls.ts'
import { startPostgres } from '#test/support/postgres.ts'

const HEADS = [
  'database',
  'rows',
  'pull',
  'seconds',
  'requests',
  'peak MB',
  'longest wait ms',
  'added',
  'changed',
  'seq',
]

/** Measures and prints. `ERP_ROWS` sets the sizes, such as `2000,20000`. */
export async function main(): Promise<number> {
  const sizes = (process.env['ERP_ROWS'] ?? '25000,250000').split(',').map(Number)
  const postgres = await startPostgres()
  const found: MeasuredPull[] = []
  try {
    for (const rows of sizes) {
      for (const database of ['embedded', 'server'] as const) {
        process.stderr.write(`${database}, ${String(rows)} rows…\n`)
        const url =
          database === 'server' ? await postgres.createDatabase(`bench_${String(rows)}`) : null
        found.push(...(await measurePulls(rows, url)))
      }
    }
  } finally {
    await postgres.stop()
  }
  const [load = 0] = loadavg()
  process.stdout.write(`| ${HEADS.join(' | ')} |\n`)
  for (const one of found) process.stdout.write(`| ${wordsOf(one).join(' | ')} |\n`)
  process.stdout.write(`load ${load.toFixed(1)}\n`)
  const wrong = found.filter(({ pull, added, changed, rows }) =>
    pull === 'first' ? added !== rows : added !== 0 || changed !== 0,
  )
  return wrong.length > 0 ? 1 : 0
}

function wordsOf(one: MeasuredPull): string[] {
  return [
    one.database,
    one.rows.toLocaleString('en'),
    one.pull,
    one.seconds.toFixed(1),
    String(one.requests),
    one.peakMb === null ? '-' : String(one.peakMb),
    one.longestWaitMs.toFixed(0),
    String(one.added),
    String(one.changed),
    one.seq ?? '-',
  ]
}
