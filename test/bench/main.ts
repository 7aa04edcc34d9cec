/** Runs every part of the bench and says what it found. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { CACHE } from '#test/bench/cache.ts'
import { compare } from '#test/bench/compare.ts'
import { readDose } from '#test/bench/dose.ts'
import type { GivenUp, Line } from '#test/bench/figures.ts'
import { givenUpWords, markdownTable, terminalTable } from '#test/bench/report.ts'
import { FIGURES } from '#test/bench/table/figures.ts'
import { makeMeasurer } from '#test/bench/table/measurer.ts'
import { buildPages, servePages } from '#test/bench/table/pages-build.ts'
import { measureTable } from '#test/bench/table/table.ts'
import { CHROMIUM_ARGS, findChromium } from '#test/support/chromium.ts'

/** What a run found and where. */
export interface Found {
  readonly at: string
  readonly browser: string
  readonly machine: string
  /** Of the machine over the last minute, as the run began: what else it was doing. */
  readonly load: number
  readonly seconds: number
  /** How many rounds went into it, as '3 of 7'. */
  readonly rounds: string
  readonly lines: readonly Line[]
  readonly givenUp: readonly GivenUp[]
}

/**
 * Measures, prints, and keeps what was found after each round in the ignored cache as `result.json`
 * and `result.md`: a run that is cut counts with the rounds it finished.
 * @returns the exit status: 1 where something is behind its best peer
 */
export async function main(): Promise<number> {
  const startedAt = Date.now()
  const [load = 0] = loadavg()
  const dose = readDose(process.env)
  say('Building the pages…')
  await buildPages()
  const pages = await servePages()
  const { path, version } = await findChromium()
  const browser = await chromium.launch({ executablePath: path, args: [...CHROMIUM_ARGS] })
  const measurer = makeMeasurer(dose)
  const foundBy = (round: number): Found => ({
    at: new Date(startedAt).toISOString(),
    browser: version,
    machine: `${String(cpus().length)} × ${cpus()[0]?.model ?? 'processor'}, Node ${process.versions.node}`,
    load,
    seconds: Math.round((Date.now() - startedAt) / 1000),
    rounds: `${String(round)} of ${String(dose.repeats)}`,
    lines: compare(FIGURES, measurer.samples),
    givenUp: measurer.givenUp,
  })
  let found = foundBy(0)
  await rm(join(CACHE, 'result.json'), { force: true })
  try {
    await measureTable({ browser, pages, dose, measurer, say }, async (round) => {
      found = foundBy(round)
      await keep(found)
      say(`Round ${found.rounds} after ${String(found.seconds)} s: ${summaryOf(found.lines)}`)
    })
  } finally {
    await browser.close()
    await pages.close()
  }
  print(terminalTable(found.lines))
  for (const line of givenUpWords(found.givenUp, FIGURES)) print(line)
  const behind = found.lines.filter(({ verdict }) => verdict === 'behind')
  print(`\n${summaryOf(found.lines)}; ${String(found.seconds)} s, load ${load.toFixed(1)}`)
  return behind.length > 0 ? 1 : 0
}

function summaryOf(lines: readonly Line[]): string {
  const count = (verdict: Line['verdict']): number =>
    lines.filter((line) => line.verdict === verdict).length
  const judged = lines.filter(({ reached }) => reached !== null)
  const reached = judged.filter((line) => line.reached)
  return `${String(count('ahead'))} ahead, ${String(count('tie'))} tied, ${String(count('behind'))} behind; goals ${String(reached.length)} of ${String(judged.length)}`
}

async function keep(found: Found): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  await writeFile(join(CACHE, 'result.json'), `${JSON.stringify(found, null, 2)}\n`)
  const lines = [markdownTable(found.lines), ...givenUpWords(found.givenUp, FIGURES)]
  await writeFile(join(CACHE, 'result.md'), `${lines.join('\n\n')}\n`)
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
