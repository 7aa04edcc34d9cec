/** The table of the console, as its screens use it: what a person presses is pressed. */
import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { indexRows } from '#console/data/engine/view-index.ts'
import type { View } from '#console/data/engine/types.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { columnKit, type Column } from '#console/table/columns/column-kit.tsx'
import { DataTable } from '#console/table/data-table.tsx'
import { useTable } from '#console/list/use-table.ts'
import { items } from '#console/screens/items.tsx'
import type { Row } from '#contract/collections.ts'
import type { ShapedTable } from '#console/table/shaped-table.ts'
import { cssVariables, theme } from '#console/theme.ts'
import type { Contender, Sheet } from '#test/bench/table/pages/contender.ts'
import { COLUMNS } from '#test/bench/table/pages/rows.ts'
import { mountHost, openDialog, unmountHost } from '#test/bench/table/pages/host.tsx'
import '#console/styles.css'

/** How often a text was asked of a row and a title of a column: only what draws asks. */
export const asked = { cells: 0, titles: 0 }

interface TableProps {
  readonly content: ShapedTable
  readonly pageSize: number
}

function Table({ content, pageSize }: TableProps) {
  const [view, setView] = useState<View>({ search: '', filters: [], sort: null, page: 0, pageSize })
  return <DataTable name="Bench" content={content} view={view} onView={setView} onRow={open} />
}

const open = (): void => undefined

interface ArrivedProps {
  readonly records: readonly Row[]
}

/** Records on their way through a screen, as its page draws them. */
function Arrived({ records }: ArrivedProps) {
  const { table: content } = useTable(items, { records }, FIRST_VIEW)
  return content && <Table content={content} pageSize={FIRST_VIEW.pageSize} />
}

const FIRST_VIEW: View = { search: '', filters: [], sort: null, page: 0, pageSize: 100 }

/** Shows records that a list call brought. */
export function showArrived(root: HTMLElement, records: readonly Row[]): void {
  mountHost(root, inProviders, () => <Arrived records={records} />)
}

function inProviders(page: ReactNode): ReactNode {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="light">
      <QueryClientProvider client={queryClient}>{page}</QueryClientProvider>
    </MantineProvider>
  )
}

export const contender: Contender = {
  places: {
    rows: 'tbody',
    row: 'tbody tr',
    edge: (column) => `th[data-column="${column}"] > span[draggable]`,
    scroller: '[role="region"]',
  },
  mount: (root, sheet, pageSize) => {
    // The layout that an earlier run stored.
    localStorage.clear()
    const content = shapedAs(sheet)
    mountHost(root, inProviders, () => <Table content={content} pageSize={pageSize} />)
  },
  unmount: unmountHost,
  search: (text) => type('input[type="search"]', text),
  filter: (_, text) => type('[role="dialog"] input[data-autofocus]', text),
  // A second press of the same heading reverses the order.
  sort: (column) => press(one(`th[data-column="${column}"] button[title]`)),
  page: () => press(one('button[aria-label="Next page"]')),
  show: (column) => press(boxOf(column)),
  openDialog,
  before: {
    filter: (column) => press(one(`th[data-column="${column}"] button[aria-haspopup]`)),
    show: () => press(one(`button[aria-label="${tableTexts.columns}"]`)),
  },
  after: { filter: dismiss, show: dismiss },
}

/** Columns as a screen declares them, each of whose readings is counted. */
function shapedAs({ rows, columns, keyOf }: Sheet): ShapedTable {
  const kit = columnKit<Record<string, unknown>>()
  const made = columns.map(({ id, title, kind }) => counted(kit[kind](id as never, title)))
  const shown = made as unknown as readonly Column<object>[]
  return { rows, columns: shown, keyOf, index: indexRows<object>(rows, shown) }
}

function counted<R>(column: Column<R>): Column<R> {
  return {
    ...column,
    get title() {
      asked.titles += 1
      return column.title
    },
    text: (row) => {
      asked.cells += 1
      return column.text(row)
    },
  }
}

/** The box that shows and hides a column. */
function boxOf(column: string): HTMLElement {
  const title = COLUMNS.find(({ id }) => id === column)?.title
  const boxes = document.querySelectorAll<HTMLInputElement>('[role="dialog"] input')
  const box = [...boxes].find(({ labels }) => labels?.[0]?.textContent === title)
  if (!box) throw new Error(`there is no box for ${column}`)
  return box
}

function dismiss(): void {
  flushSync(() => document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })))
}

function one(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`there is no ${selector}`)
  return found
}

function press(element: HTMLElement): void {
  flushSync(() => element.click())
}

/** Types as a key does: past the memory that React keeps of a field. */
function type(selector: string, text: string): void {
  const field = one(selector)
  Reflect.set(HTMLInputElement.prototype, 'value', text, field)
  flushSync(() => field.dispatchEvent(new InputEvent('input', { bubbles: true })))
}
