/** Runs the link bench: rounds of visits over a slow link, their medians, and the report. */
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { CACHE } from '#test/bench/cache.ts'
import { readDose } from '#test/bench/dose.ts'
import {
  measureColdList,
  measureFlapping,
  measureHang,
  measureReload,
  measureRetry,
} from '#test/bench/link/cold-list.ts'
import { expectedRows } from '#test/bench/link/expected.ts'
import { linesOf, type Measured } from '#test/bench/link/figures.ts'
import { measureFirstVisit } from '#test/bench/link/first-visit.ts'
import { startHost } from '#test/bench/link/host.ts'
import { takePictures } from '#test/bench/link/pictures.ts'
import { linkReport, linkSummary, type LinkRun } from '#test/bench/link/report.ts'
import { visiting, type Place } from '#test/bench/link/visit.ts'
import { findChromium } from '#test/support/chromium.ts'

const ROUNDS = 5
const ROWS = 100_000

/**
 * Measures, prints, and after each round stores the results in the ignored cache: `link.json`, and `link.md` for
 * performance.md. `BENCH_REPEATS` and `BENCH_ROWS` shorten a run, and `BENCH_ONLY` names the visits
 * (first, flap, hang, reload, retry); the cold list is always measured. `LINK_PICTURES` names a folder for pictures of a list
 * that arrives.
 * @returns the exit status: 1 where a goal is missed
 */
export async function main(): Promise<number> {
  const { env } = process
  const dose = readDose({ BENCH_REPEATS: String(ROUNDS), BENCH_ROWS: String(ROWS), ...env })
  const [records = ROWS] = dose.rows
  const startedAt = Date.now()
  const [load = 0] = loadavg()
  const chromium = await findChromium()
  const host = await startHost(records)
  const place: Place = { host, chromiumPath: chromium.path }
  const measured: Measured[] = []
  let status = 0
  try {
    const rows = await expectedRows(host)
    const folder = env['LINK_PICTURES']
    if (folder) await visiting(place, (visit) => takePictures(visit, folder))
    while (measured.length < dose.repeats) {
      measured.push(await measureRound(place, rows, dose.only))
      const lines = linesOf(measured)
      status = lines.some(({ isReached }) => isReached === false) ? 1 : 0
      await keep({
        at: new Date(startedAt).toISOString(),
        rows: records,
        browser: chromium.version,
        machine: `${String(cpus().length)} × ${cpus()[0]?.model ?? 'processor'}, Node ${process.versions.node}`,
        load,
        rounds: measured.length,
        seconds: Math.round((Date.now() - startedAt) / 1_000),
        lines,
      })
      say(`round ${String(measured.length)} of ${String(dose.repeats)}: ${linkSummary(lines)}`)
    }
  } finally {
    await host.stop()
  }
  return status
}

const FAULTS = {
  flap: measureFlapping,
  hang: measureHang,
  reload: measureReload,
  retry: measureRetry,
}

/** Every wanted visit once; the cold list tells the others how long it is. */
async function measureRound(
  place: Place,
  rows: number,
  only: ReadonlySet<string> | null,
): Promise<Measured> {
  const isWanted = (name: string): boolean => only === null || only.has(name)
  const first = isWanted('first')
    ? await visiting(place, (visit) => measureFirstVisit(visit, rows))
    : {}
  const cold = await visiting(place, (visit) => measureColdList(visit, rows))
  const known = { rows, bytes: (cold.coldKb ?? 0) * 1_000 }
  const found = { ...first, ...cold }
  for (const [name, measure] of Object.entries(FAULTS)) {
    if (!isWanted(name)) continue
    Object.assign(found, await visiting(place, (visit) => measure(visit, known)))
  }
  return found
}

async function keep(run: LinkRun): Promise<void> {
  const report = `${linkReport(run)}\n`
  await mkdir(CACHE, { recursive: true })
  await writeFile(join(CACHE, 'link.json'), `${JSON.stringify(run, null, 2)}\n`)
  await writeFile(join(CACHE, 'link.md'), report)
  process.stdout.write(report)
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
