/** The ERP part of the bench: both databases, with a small and a large inventory. */
import { mkdir, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { CACHE } from '#test/bench/cache.ts'
import { measurePulls, type MeasuredPull } from '#test/bench/erp/pulls.ts'
import { startPostgres } from '#test/support/database/postgres.ts'

const HEADS = [
  'list',
  'database',
  'rows',
  'pull',
  'seconds',
  'requests',
  'merge s',
  'peak MB',
  'over base MB',
  'longest wait ms',
  'p99 ms',
  'added',
  'changed',
  'seq',
]

const DATABASES = ['embedded', 'server'] as const

/** After this time no measurement begins; the largest takes some minutes on an idle machine. */
const SECONDS = 900

/**
 * Measures, prints, and stores the table in the ignored cache as `erp.md`. `ERP_ROWS` sets the sizes, for example
 * `2000,20000`, `ERP_LIST` the list (`inventory` or `binStock`), `ERP_DATABASE` one of both (`embedded` or `server`), and `ERP_SECONDS` the time after which no measurement begins.
 * @returns the exit status: 1 where rows are missing, or a pull without a change has written some
 */
export async function main(): Promise<number> {
  const startedAt = Date.now()
  const seconds = Number(process.env['ERP_SECONDS'] ?? SECONDS)
  const sizes = (process.env['ERP_ROWS'] ?? '25000,250000').split(',').map(Number)
  const only = process.env['ERP_DATABASE']
  const databases = DATABASES.filter((one) => only === undefined || one === only)
  const list = process.env['ERP_LIST'] === 'binStock' ? 'binStock' : 'inventory'
  const postgres = await startPostgres()
  const found: MeasuredPull[] = []
  try {
    for (const rows of sizes) {
      for (const database of databases) {
        if (Date.now() - startedAt > seconds * 1000) {
          process.stderr.write(`${database}, ${String(rows)} rows: left out, time is up\n`)
          continue
        }
        process.stderr.write(`Pulls: ${database}, ${String(rows)} rows…\n`)
        const url =
          database === 'server' ? await postgres.createDatabase(`bench_${String(rows)}`) : null
        found.push(...(await measurePulls(rows, url, list)))
      }
    }
  } finally {
    await postgres.stop()
  }
  const [load = 0] = loadavg()
  const lines = [HEADS, HEADS.map(() => '---'), ...found.map(wordsOf)]
  const table = lines.map((words) => `| ${words.join(' | ')} |\n`).join('')
  await mkdir(CACHE, { recursive: true })
  await writeFile(join(CACHE, 'erp.md'), table)
  process.stdout.write(`${table}load ${load.toFixed(1)}\n`)
  const wrong = found.filter(({ pull, added, changed, rows }) =>
    pull === 'first' ? added !== rows : added !== 0 || changed !== 0,
  )
  return wrong.length > 0 ? 1 : 0
}

function wordsOf(one: MeasuredPull): string[] {
  return [
    one.list,
    one.database,
    one.rows.toLocaleString('en'),
    one.pull,
    one.seconds.toFixed(1),
    String(one.requests),
    one.mergeSeconds.toFixed(1),
    one.peakMb === null ? '-' : String(one.peakMb),
    one.overBaseMb === null ? '-' : String(one.overBaseMb),
    one.longestWaitMs.toFixed(0),
    one.p99Ms.toFixed(0),
    String(one.added),
    String(one.changed),
    one.seq ?? '-',
  ]
}
