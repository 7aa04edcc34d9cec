/** The parts of the report that performance.md quotes: the rows with goals, the growth of cost, and the server. */
import type { Line } from '#test/bench/figures.ts'
import { GOALS_AT, nameOf, type Found } from '#test/bench/parts.ts'
import { markdownTable, summaryOf, tableOf, withUnit } from '#test/bench/report.ts'
import { CONTENDERS } from '#test/bench/table/contenders.ts'
import { EVERYTHING } from '#test/bench/table/measurer.ts'
import { serverTable } from '#test/bench/server/report.ts'

/** As Markdown. @param parts all that are known */
export function quoteOf(parts: readonly Found[]): string {
  const tables = parts.filter(({ of }) => of === 'table')
  const servers = parts.filter(({ of }) => of === 'server')
  const lines = tables.flatMap((part) => part.lines)
  const atGoals = lines.filter((line) => line.rows === GOALS_AT || isWideAtGoals(line))
  return [
    ...machinesOf(parts),
    parts.map(sentenceOf).join('\n'),
    ...(atGoals.length > 0 ? [markdownTable(atGoals)] : []),
    ...(tables.length > 1 ? [GROWTH_WORDS, growthTable(lines)] : []),
    ...(servers.length > 0
      ? [SERVER_WORDS, serverTable(servers.flatMap((part) => part.lines))]
      : []),
  ].join('\n\n')
}

/** A wide sheet is named by its number of items, for a stock with the number of rows of the goals. */
function isWideAtGoals({ figure, rows }: Line): boolean {
  return figure.startsWith('wide') && rows === GOALS_AT / 20
}

const GROWTH_WORDS = 'How cost grows with the rows, ours / the best peer:'
const SERVER_WORDS =
  'The server on PostgreSQL, over HTTP, beside `json_agg` of the same rows through `pg` and a Fastify route that sends a body lying ready, and beside itself with no memory for answers; medians in ms, and ours in relation to each:'

function machinesOf(parts: readonly Found[]): string[] {
  const [last] = parts.toSorted((a, b) => b.at.localeCompare(a.at))
  const besides = [...new Set(parts.map(({ beside }) => beside))]
  if (!last) return []
  return [[last.at.slice(0, 10), ...besides, last.machine].join(', ')]
}

function sentenceOf(found: Found): string {
  const { rounds, seconds, load, lines } = found
  const summary = found.of === 'table' ? `: ${summaryOf(lines)}${absentOf(found)}` : ''
  return `- ${nameOf(found)}, ${rounds.join(' of ')} rounds in ${String(seconds)} s, load ${load.toFixed(1)} at the start${summary}`
}

/** The contenders that did not take part, or only once, because they take too long. */
function absentOf({ rows, speed, givenUp }: Found): string {
  const without = CONTENDERS.filter((peer) => !peer.takesPart(rows, speed)).map(
    ({ title }) => title,
  )
  const slow = givenUp
    .filter(({ figure }) => figure === EVERYTHING)
    .map(({ contender, overSeconds }) => `${contender} (${String(overSeconds)} s a visit)`)
  return [
    ...(without.length > 0 ? [`; too slow to take part: ${without.join(' and ')}`] : []),
    ...(slow.length > 0 ? [`; visited once: ${slow.join(' and ')}`] : []),
  ].join('')
}

/** A row for each figure and speed, a column for each number of rows. */
function growthTable(lines: readonly Line[]): string {
  const sizes = [...new Set(lines.map(sizeOf))].toSorted((a, b) => a - b)
  const kinds = new Map(lines.map((line) => [`${line.figure} ${String(line.speed)}`, line]))
  const rows = [...kinds.values()]
    .toSorted((a, b) => a.speed - b.speed)
    .map(({ figure, title, speed }) => [
      title,
      speed === 1 ? 'normal' : `1/${String(speed)}`,
      ...sizes.map((size) => {
        const line = lines.find(
          (one) => one.figure === figure && one.speed === speed && sizeOf(one) === size,
        )
        return line ? besideBest(line) : '-'
      }),
    ])
  return tableOf(['figure', 'speed', ...sizes.map((size) => size.toLocaleString('en'))], rows)
}

/** For a wide sheet, the rows of stock that it was made from. */
function sizeOf({ figure, rows }: Line): number {
  return figure.startsWith('wide') ? rows * 20 : rows
}

function besideBest({ ours, peer, unit }: Line): string {
  return `${withUnit(ours, unit)}${peer ? ` / ${withUnit(peer.value, unit)}` : ''}`
}
