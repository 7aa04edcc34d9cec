/** The results of the server as a table, without verdicts, because a bare route does next to nothing. */
import { OURS } from '#test/bench/compare.ts'
import type { Line } from '#test/bench/figures.ts'
import { tableOf, withUnit } from '#test/bench/report.ts'
import { SERVER_FIGURES } from '#test/bench/server/figures.ts'

/** A Markdown table that compares our server with each of the others, and with the goals. */
export function serverTable(lines: readonly Line[]): string {
  const peers = [...new Set(lines.flatMap(({ medians }) => Object.keys(medians)))].filter(
    (name) => name !== OURS,
  )
  const rows = SERVER_FIGURES.flatMap(({ id }) =>
    lines
      .filter(({ figure }) => figure === id)
      .map(({ title, rows: count, unit, ours, medians, goal, reached }) => [
        title,
        count.toLocaleString('en'),
        withUnit(ours, unit),
        ...peers.flatMap((name) => {
          const value = medians[name]?.value
          return value === undefined
            ? ['-', '-']
            : [withUnit(value, unit), (ours / value).toFixed(1)]
        }),
        goal === null ? '-' : `${withUnit(goal, unit)}: ${reached ? 'yes' : 'no'}`,
      ]),
  )
  return tableOf(
    ['figure', 'rows', 'ours', ...peers.flatMap((name) => [name, 'ratio']), 'goal'],
    rows,
  )
}

/** The times of a full list and of an unchanged one. */
export function serverSummary(lines: readonly Line[]): string {
  return lines
    .filter(({ figure }) => figure === 'serverFull' || figure === 'serverUnchanged')
    .map(({ title, ours, unit }) => `${title} ${withUnit(ours, unit)}`)
    .join(', ')
}
