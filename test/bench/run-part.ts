/** Measures one part of the bench, round by round. */
import { cpus, loadavg } from 'node:os'
import { chromium } from 'playwright-core'
import { compare } from '#test/bench/compare.ts'
import type { Dose } from '#test/bench/dose.ts'
import type { GivenUp, Line } from '#test/bench/figures.ts'
import type { Found, Part } from '#test/bench/parts.ts'
import { SERVER_FIGURES } from '#test/bench/server/figures.ts'
import { measureServer } from '#test/bench/server/main.ts'
import { FIGURES } from '#test/bench/table/figures.ts'
import { makeMeasurer } from '#test/bench/table/measurer.ts'
import { servePages } from '#test/bench/table/pages-build.ts'
import { measureTable } from '#test/bench/table/table.ts'
import { CHROMIUM_ARGS, findChromium } from '#test/support/chromium.ts'
import { startPostgres } from '#test/support/database/postgres.ts'

export interface Watch {
  /** No round begins that would end after this time in ms; the first round always begins. */
  readonly withinMs: number
  /** Called after each round with the results so far. */
  readonly onRound: (found: Found) => Promise<void>
  /** Reports progress. */
  readonly say: (line: string) => void
}

export async function runPart(part: Part, dose: Dose, watch: Watch): Promise<void> {
  const { withinMs, onRound, say } = watch
  const startedAt = Date.now()
  const [load = 0] = loadavg()
  let roundBegan = startedAt
  /** Returns whether there is time for another round. */
  const endRound = async (
    round: number,
    beside: string,
    lines: readonly Line[],
    givenUp: readonly GivenUp[] = [],
  ): Promise<boolean> => {
    const now = Date.now()
    await onRound({
      ...part,
      at: new Date(startedAt).toISOString(),
      beside,
      machine: `${String(cpus().length)} × ${cpus()[0]?.model ?? 'processor'}, Node ${process.versions.node}`,
      load,
      seconds: Math.round((now - startedAt) / 1000),
      rounds: [round, dose.repeats],
      lines,
      givenUp,
    })
    // Later rounds take no longer than the one before, because known figures are not measured again.
    const isTime = now - startedAt + (now - roundBegan) <= withinMs
    roundBegan = now
    return isTime
  }
  if (part.of === 'server') await runServer(part.rows, dose, endRound)
  else await runTable(part, dose, say, endRound)
}

type EndRound = (
  round: number,
  beside: string,
  lines: readonly Line[],
  givenUp?: readonly GivenUp[],
) => Promise<boolean>

async function runServer(rows: number, { repeats }: Dose, endRound: EndRound): Promise<void> {
  const postgres = await startPostgres()
  try {
    await measureServer(postgres, rows, repeats, (round, samples) =>
      endRound(round, postgres.version, compare(SERVER_FIGURES, samples)),
    )
  } finally {
    await postgres.stop()
  }
}

async function runTable(
  part: Part,
  dose: Dose,
  say: Watch['say'],
  endRound: EndRound,
): Promise<void> {
  const pages = await servePages()
  const { path, version } = await findChromium()
  const launch = () => chromium.launch({ executablePath: path, args: [...CHROMIUM_ARGS] })
  const browser = await launch()
  const deviceBrowser = await launch()
  const measurer = makeMeasurer(dose)
  try {
    await measureTable({ browser, deviceBrowser, pages, measurer, dose, say }, part, (round) =>
      endRound(round, version, compare(FIGURES, measurer.samples), measurer.givenUp),
    )
  } finally {
    await browser.close()
    await deviceBrowser.close()
    await pages.close()
  }
}
