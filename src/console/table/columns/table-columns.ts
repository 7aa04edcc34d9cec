/** The columns as a person arranged them; the only file that knows the table library. */
import { useMemo } from 'react'
import { useMantineReactTable } from 'mantine-react-table'
import { COLUMN_LEAST_WIDTH_PX, COLUMN_MAX_WIDTH_PX } from '#contract/constants.ts'
import type { View } from '#console/data/engine/types.ts'
import type { Column } from '#console/table/columns/column-kit.tsx'
import { stickyLayoutIn, type StickyLayout } from '#console/table/columns/sticky-columns.ts'
import { widthsIn, type ColumnNeeds } from '#console/table/columns/column-widths.ts'
import { shownIn, type TableLayout } from '#console/table/columns/table-layout.ts'

interface TableColumnsInput {
  readonly columns: readonly Column<object>[]
  readonly layout: TableLayout
  /** For all columns, in px. */
  readonly room: number
  readonly needs: ColumnNeeds
  readonly view: View
  readonly onView: (view: View) => void
}

interface TableColumns {
  /** All columns, and the shown ones, each in the order of the table. */
  readonly all: readonly Column<object>[]
  readonly shown: readonly Column<object>[]
  /** The widths of the shown columns, and which of them are sticky. */
  readonly sticking: StickyLayout
  /** Sorts by a column, reverses the order, then removes the sorting. */
  readonly toggleSort: (id: string) => void
}

const NO_ROWS: object[] = []
const SIZES = { minSize: COLUMN_LEAST_WIDTH_PX, maxSize: COLUMN_MAX_WIDTH_PX }

/**
 * The library manages visibility, order, width and sorting of columns. It never sees the rows
 * (decisions/console/table-engine.md).
 */
export function useTableColumns(input: TableColumnsInput): TableColumns {
  const { columns, layout, room, needs, view, onView } = input
  // The same objects as long as nothing changed: the library compares them to see what it must compute again.
  const arranged = useMemo(() => arrangedAs(layout, room, needs), [layout, room, needs])
  const { sort } = view
  const sorting = useMemo(() => (sort ? [{ id: sort.id, desc: sort.descending }] : []), [sort])
  const library = useMantineReactTable<object>({
    columns: useMemo(() => columns.map(({ id, title }) => ({ id, header: title })), [columns]),
    data: NO_ROWS,
    manualFiltering: true,
    manualSorting: true,
    manualPagination: true,
    enablePagination: false,
    enableMultiSort: false,
    sortDescFirst: false,
    defaultColumn: SIZES,
    state: { ...arranged, sorting },
    onSortingChange: (update) => {
      const [next] = typeof update === 'function' ? update(sorting) : update
      onView({ ...view, page: 0, sort: next ? { id: next.id, descending: next.desc } : null })
    },
  })
  const order = library.getVisibleLeafColumns()
  const sizes = order.map((column) => column.getSize()).join()
  const shown = useSame(columns, order.map(({ id }) => id).join('\n'))
  return {
    all: useSame(columns, layout.order.join('\n')),
    shown,
    sticking: useMemo(() => {
      const widths = sizes === '' ? [] : sizes.split(',').map(Number)
      return stickyLayoutIn(shown, widths, layout, room)
    }, [shown, sizes, layout, room]),
    toggleSort: (id) => library.getColumn(id)?.toggleSorting(),
  }
}

/** The arrangement in the words of the library. */
function arrangedAs(layout: TableLayout, room: number, needs: ColumnNeeds) {
  const ids = shownIn(layout)
  const fitted = widthsIn(layout, ids, room, needs)
  return {
    columnOrder: [...layout.order],
    columnVisibility: { ...layout.visibility },
    columnSizing: Object.fromEntries(ids.map((id, nth) => [id, fitted[nth] ?? 0])),
  }
}

/** The columns with these newline-separated ids; the same array as long as they are unchanged. */
function useSame(columns: readonly Column<object>[], ids: string): readonly Column<object>[] {
  return useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    return ids.split('\n').flatMap((id) => byId.get(id) ?? [])
  }, [columns, ids])
}
