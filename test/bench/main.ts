/** Runs every part of the bench and reports the results. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CACHE } from '#test/bench/cache.ts'
import { readDose } from '#test/bench/dose.ts'
import type { Line } from '#test/bench/figures.ts'
import { keepFound, nameOf, partsOf, weightOf, type Found, type Part } from '#test/bench/parts.ts'
import { quoteOf } from '#test/bench/quote.ts'
import { givenUpWords, markdownTable, summaryOf, terminalTable } from '#test/bench/report.ts'
import { runPart } from '#test/bench/run-part.ts'
import { serverSummary, serverTable } from '#test/bench/server/report.ts'
import { FIGURES } from '#test/bench/table/figures.ts'
import { buildPages } from '#test/bench/table/pages-build.ts'

/** A part may take this many times its share of the remaining time, because later parts are often shorter. */
const OVER_SHARE = 1.3

/**
 * Measures part by part, prints, and after each round stores the results in the ignored cache together with those of
 * earlier runs: `result.json`, `result.md`, and `quote.md` for performance.md. A run that is interrupted counts with its
 * finished rounds. A run for some figures alone is printed and not stored.
 * @returns the exit status: 1 where the table is behind its best peer, or a part could not be measured
 */
export async function main(): Promise<number> {
  const dose = readDose(process.env)
  const endsAt = Date.now() + dose.withinMs
  const parts = partsOf(dose)
  if (parts.some(({ of }) => of === 'table')) {
    say('Building the pages…')
    await buildPages()
  }
  const all = new Map<string, Found>()
  const failed: string[] = []
  for (const [nth, part] of parts.entries()) {
    const name = nameOf(part)
    const left = endsAt - Date.now()
    if (left < 0) {
      say(`${name}: left out, time is up`)
      continue
    }
    const weights = parts.slice(nth).reduce((sum, later) => sum + weightOf(later), 0)
    const share = (left * OVER_SHARE * weightOf(part)) / weights
    const watch = {
      withinMs: Math.min(share, left),
      say,
      onRound: async (found: Found) => {
        all.set(name, found)
        if (dose.only === null || dose.only.has(part.of)) await keep(found)
        say(
          `${name}: round ${found.rounds.join(' of ')} after ${String(found.seconds)} s: ${summaryOfPart(found)}`,
        )
      },
    }
    // The results of the other parts are still useful.
    await runPart(part, dose, watch).catch((error: unknown) => {
      failed.push(name)
      say(
        `${name} could not go on: ${error instanceof Error ? (error.stack ?? '') : String(error)}`,
      )
    })
  }
  const status = tell([...all.values()])
  return failed.length > 0 ? 1 : status
}

function summaryOfPart({ of, lines }: Found): string {
  return of === 'server' ? serverSummary(lines) : summaryOf(lines)
}

async function keep(found: Found): Promise<void> {
  const parts = await keepFound(found)
  const tables = markdownTable(linesOf(parts, 'table'))
  const server = serverTable(linesOf(parts, 'server'))
  await mkdir(CACHE, { recursive: true })
  await writeFile(join(CACHE, 'result.md'), [tables, ...leftOut(parts), server, ''].join('\n\n'))
  await writeFile(join(CACHE, 'quote.md'), quoteOf(parts))
}

function tell(parts: readonly Found[]): number {
  const [lines, server] = [linesOf(parts, 'table'), linesOf(parts, 'server')]
  if (server.length > 0) print(`${serverTable(server)}\n`)
  if (lines.length === 0) return 0
  print(terminalTable(lines))
  for (const words of leftOut(parts)) print(words)
  print(`\n${summaryOf(lines)}`)
  return lines.some(({ verdict }) => verdict === 'behind') ? 1 : 0
}

function linesOf(parts: readonly Found[], of: Part['of']): Line[] {
  return parts.filter((part) => part.of === of).flatMap((part) => part.lines)
}

function leftOut(parts: readonly Found[]): string[] {
  return givenUpWords(
    parts.flatMap(({ givenUp }) => givenUp),
    FIGURES,
  )
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
