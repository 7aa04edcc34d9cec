import { render } from '@testing-library/react'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import type { Column } from '#console/table/columns/column-kit.tsx'
import type { DetailPage } from '#console/list/details/detail-page.ts'
import { exportCell } from '#console/export/export-cells.ts'
import type { ListScreen } from '#console/list/list-screen.ts'
import { binAdjustmentRecords } from '#console/screens/bin-adjustment-records.tsx'
import { binCountRecords } from '#console/screens/bin-count-records.tsx'
import { binTransfer } from '#console/screens/bin-transfer.tsx'
import { inboundDataRecords } from '#console/screens/inbound-data-records.tsx'
import { CORPUS } from '#test/console/floor/corpus.ts'
import type { Stored } from '#test/console/floor/stored.ts'

const SCREENS: Record<Stored[1], ListScreen> = {
  count: binCountRecords,
  adjustment: binAdjustmentRecords,
  transfer: binTransfer,
  inbound: inboundDataRecords,
}

const UNREADABLE = /\[object|undefined|NaN|\bnull\b|Invalid Date/

/** The displayed cells of a row, by column title. */
function cellsOf(screen: ListScreen, record: Row) {
  const { rows, columns } = screen.table([record])
  const [row = {}] = rows
  return {
    row,
    rows,
    shown: Object.fromEntries(columns.map((column) => [column.title, column.text(row)])),
    drawn: markup(columns.map((column) => <p key={column.id}>{drawnCell(column, row)}</p>)),
    exported: columns.map((column) => exportCell(row, column, 'CSV')),
  }
}

function markup(node: React.ReactNode): string {
  const { container, unmount } = render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>{node}</MantineProvider>
    </QueryClientProvider>,
  )
  const html = container.innerHTML.replace(/<style[^]*?<\/style>/g, '')
  unmount()
  return html
}

/** All texts of a dialog and of the dialogs inside it. */
function dialogs(screen: ListScreen, row: object): string {
  const { details } = screen
  if (!details || !('page' in details)) throw new Error('the screen has no dialogs')
  const said: string[] = []
  const walk = (path: readonly string[]): void => {
    const page = details.page(row, path)
    if (!page) throw new Error(`${path.join('/')} leads nowhere`)
    const words = wordsOf(page)
    said.push(words)
    for (const [, step = ''] of words.matchAll(/data-step="([^"]*)"/g))
      walk([...path, unescaped(step)])
  }
  walk([])
  return said.join(' ')
}

function wordsOf({ title, facts = [], content, actions, empty }: DetailPage): string {
  const { rows = [], columns = [] } = content ?? {}
  return markup(
    <>
      <h2>{title}</h2>
      {facts.map((fact) => (
        <p key={fact.title}>
          {fact.title}: {fact.node ?? fact.text}
        </p>
      ))}
      {rows.map((row, nth) =>
        columns.map((column) => (
          <p key={`${String(nth)} ${column.id}`}>{drawnCell(column, row)}</p>
        )),
      )}
      {content && rows.length === 0 ? empty : null}
      {actions}
    </>,
  )
}

function drawnCell(column: Column<object>, row: object): React.ReactNode {
  return column.cell ? column.cell(row) : column.text(row)
}

function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&#x27;', "'")
}

/** Values that are displayed in another form: times, numbers, yes or no, or nothing. */
const READ_OTHERWISE =
  /^\d{4}[-/]\d{2}[-/]\d{2}|^\w{3}, \d+ \w{3} \d{4}|^\d{10,}$|^\d+\.\d+$|^\d+(,\d{3})+$|^\s*(true|false)\s*$|^(null|undefined|nan|\[object object\])$/i

/** The words and numbers anywhere inside a value, except for times and yes or no. */
function leaves(value: unknown, depth = 0): string[] {
  if (depth > 100) return []
  if (typeof value === 'string') {
    if (/^\s*["[{]/.test(value)) {
      try {
        return leaves(JSON.parse(value), depth + 1)
      } catch {
        return [...value.matchAll(/"[^"]+"/g)].flatMap(([text]) => leaves(text, depth + 1))
      }
    }
    return READ_OTHERWISE.test(value) ? [] : [value]
  }
  if (typeof value === 'number')
    return value > 1e9 || !Number.isInteger(value) ? [] : [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, inner]: [string, unknown]) =>
    /success/i.test(field) ? [] : leaves(inner, depth + 1),
  )
}

test('the corpus has at least 60 records of all four reports, no two alike', () => {
  expect(CORPUS.length).toBeGreaterThanOrEqual(60)
  expect(new Set(CORPUS.map(([what, report]) => `${report} ${what}`)).size).toBe(CORPUS.length)
  expect(new Set(CORPUS.map(([, report]) => report)).size).toBe(4)
})

describe.each(Object.entries(SCREENS))(
  'the records of one report together: %s',
  (report, screen) => {
    const own = CORPUS.filter(([, of]) => of === report)
    const { rows, columns } = screen.table(own.map(([, , record]) => record))

    test.each(columns)('$title is displayed correctly in every row', (column) => {
      const cells = rows.map((row) =>
        [column.text(row), exportCell(row, column, 'CSV') ?? '-'].join(' '),
      )
      expect(cells.join(' ')).not.toMatch(UNREADABLE)
    })

    test('a field that only one record has is empty in the others', () => {
      const proto = columns.find(({ title }) => title === 'Proto')
      const filled = proto ? rows.filter((row) => proto.text(row) !== '-') : []
      expect(filled).toHaveLength(report === 'count' ? 1 : 0)
    })
  },
)

describe.each(CORPUS)('a record with %s (%s)', (_what, report, record, shown) => {
  const screen = SCREENS[report]

  const cells = cellsOf(screen, record)

  test('the record is displayed correctly in the table and in a file', () => {
    expect(cells.shown).toMatchObject(shown)
    expect(`${Object.values(cells.shown).join(' ')} ${cells.drawn}`).not.toMatch(UNREADABLE)
    for (const cell of cells.exported) expect(String(cell ?? '')).not.toMatch(UNREADABLE)
  })

  test('nothing of the record is lost: all of it is in the table or in a dialog, in readable words', () => {
    const { rows, drawn } = cells
    const said = [drawn, ...rows.map((row) => dialogs(screen, row))].join(' ')
    expect(said).not.toMatch(UNREADABLE)
    const text = unescaped(said)
    expect(leaves(record).filter((leaf) => !text.includes(leaf.trim()))).toEqual([])
  })
})
