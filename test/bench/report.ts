/** The results of the bench as a table, for the terminal and as Markdown. */
import type { Figure, GivenUp, Line } from '#test/bench/figures.ts'

/** The cells of each line. */
export function wordsOf(lines: readonly Line[]): string[][] {
  return lines.map(({ title, unit, rows, speed, ours, peer, ratio, verdict, goal, reached }) => [
    title,
    rows.toLocaleString('en'),
    speed === 1 ? 'normal' : `1/${String(speed)}`,
    withUnit(ours, unit),
    peer ? `${withUnit(peer.value, unit)} (${peer.name})` : '-',
    ratio === null ? '-' : ratio.toFixed(2),
    verdict,
    goal === null ? '-' : `${withUnit(goal, unit)}: ${reached ? 'yes' : 'no'}`,
  ])
}

const HEADS = ['figure', 'rows', 'speed', 'ours', 'best peer', 'ratio', 'verdict', 'goal']

/** Formats a table for the terminal, with columns as wide as their content. */
export function terminalTable(lines: readonly Line[]): string {
  const rows = [HEADS, ...wordsOf(lines)]
  const widths = HEADS.map((_, nth) => Math.max(...rows.map((row) => row[nth]?.length ?? 0)))
  return rows
    .map((row) => row.map((word, nth) => word.padEnd(widths[nth] ?? 0)).join('  '))
    .join('\n')
}

export function markdownTable(lines: readonly Line[]): string {
  return tableOf(HEADS, wordsOf(lines))
}

/** A table in Markdown. */
export function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** A sentence for each figure that a contender could not reach. */
export function givenUpWords(givenUp: readonly GivenUp[], figures: readonly Figure[]): string[] {
  return givenUp.map(({ figure, rows, speed, contender, overSeconds }) => {
    const title = figures.find(({ id }) => id === figure)?.title ?? figure
    const at = `${rows.toLocaleString('en')} rows, speed 1/${String(speed)}`
    const why = overSeconds > 0 ? `it took ${String(overSeconds)} s` : 'it failed'
    return `Not measured again: ${contender}, ${title}, ${at}: ${why}.`
  })
}

/** A one-line summary of a run. */
export function summaryOf(lines: readonly Line[]): string {
  const count = (verdict: Line['verdict']): string =>
    String(lines.filter((line) => line.verdict === verdict).length)
  const judged = lines.filter(({ reached }) => reached !== null)
  const reached = judged.filter((line) => line.reached)
  return `${count('ahead')} ahead of the best peer, ${count('tie')} tied, ${count('behind')} behind; ${String(reached.length)} of ${String(judged.length)} goals`
}

/** Rounds a number to its significant digits. */
export function withUnit(value: number, unit: Line['unit']): string {
  const rounded = value < 10 && unit !== 'draws' ? value.toFixed(1) : value.toFixed(0)
  return unit === 'draws' ? rounded : `${rounded} ${unit}`
}
