/** What a table passes to an export. */
import type { View, ViewAnswer, ViewIndex } from '#console/data/engine/types.ts'
import type { Column } from '#console/table/columns/column-kit.tsx'
import type { ExportScope } from '#console/export/files/export-plan.ts'

export interface ExportSource {
  readonly table: string
  /** All columns with values, and the shown ones of them, each in the order of the table. */
  readonly columns: readonly Column<object>[]
  readonly shown: readonly Column<object>[]
  readonly view: View
  readonly counts: Readonly<Record<ExportScope, number>>
  /** The rows of a scope, in the order of the table. */
  readonly rowsOf: (scope: ExportScope) => readonly object[]
  /** Whether it is the table of a page, which can be printed. */
  readonly canPrint: boolean
  /** When the rows were read from the ERP, in ms; null if unknown. */
  readonly asOf: () => number | null
}

interface Shown extends Pick<
  ExportSource,
  'table' | 'columns' | 'shown' | 'view' | 'asOf' | 'canPrint'
> {
  readonly index: ViewIndex<object>
  readonly answer: ViewAnswer<object>
  readonly selected: ReadonlySet<string>
  readonly keyOf: (row: object) => string
}

/** The rows of a table as displayed; a column of buttons has nothing to export. */
export function exportSource({ index, answer, selected, keyOf, ...table }: Shown): ExportSource {
  const { columns, shown, view } = table
  return {
    ...table,
    columns: columns.filter(hasValues),
    shown: shown.filter(hasValues),
    counts: { filtered: answer.total, page: answer.rows.length, selected: selected.size },
    rowsOf: (scope) => {
      if (scope === 'page') return answer.rows
      if (scope === 'filtered') return index.matching(view)
      // Selected rows stay selected even if a search hides them.
      const unfiltered = index.matching({ search: '', filters: [], sort: view.sort })
      return unfiltered.filter((row) => selected.has(keyOf(row)))
    },
  }
}

function hasValues({ isControl }: Column<object>): boolean {
  return isControl !== true
}
