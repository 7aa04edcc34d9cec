/** The rows of a page. A row is drawn anew only when it, its columns or its own state changed. */
import { memo, useDeferredValue, useMemo, type ReactNode } from 'react'
import clsx from 'clsx'
import { tableTexts } from '#contract/table-texts.ts'
import type { Column } from '#console/list/column-kit.tsx'
import type { ColumnWindow } from '#console/list/column-window.ts'
import { Marked } from '#console/list/marked.tsx'
import { useRowGestures } from '#console/list/row-gestures.ts'
import type { TableCommands } from '#console/list/table-commands.ts'
import classes from '#console/list/data-table.module.css'

/** A row with its name. */
export interface NamedRow {
  readonly row: object
  readonly key: string
}

/** What is searched for, everywhere and in each column, as `searchable` gives it. */
export interface Wanted {
  readonly everywhere: string
  readonly byColumn: ReadonlyMap<string, string>
}

export interface RowsProps {
  readonly rows: readonly NamedRow[]
  readonly columns: readonly Column<object>[]
  readonly wanted: Wanted
  readonly selected: ReadonlySet<string>
  readonly openKey: string | null
  readonly opens: boolean
  readonly commands: TableCommands
}

interface TableBodyProps extends RowsProps {
  readonly drawn: ColumnWindow
}

/** More than a screen holds: what lies below is drawn when there is time. */
const FIRST_ROWS = 30

export const TableBody = memo(function TableBody(props: TableBodyProps) {
  const { rows, columns, wanted, selected, openKey, opens, drawn, commands } = props
  const gestures = useRowGestures(rows, opens, commands)
  const below = useDeferredValue(
    useMemo(() => rows.slice(FIRST_ROWS), [rows]),
    NONE,
  )
  return (
    <tbody {...gestures}>
      {[...rows.slice(0, FIRST_ROWS), ...below].map(({ row, key }, nth) => (
        <TableRow
          key={reactKey(rows, key, nth)}
          row={row}
          name={key}
          columns={columns}
          drawn={drawn}
          wanted={wanted}
          isSelected={selected.has(key)}
          isOpen={openKey === key}
          opens={opens}
          commands={commands}
        />
      ))}
    </tbody>
  )
})

const NONE: readonly NamedRow[] = []

/** Rows that came twice have one name and are still two. */
function reactKey(rows: readonly NamedRow[], key: string, nth: number): string {
  return rows.slice(0, nth).some((row) => row.key === key) ? `${key} ${String(nth)}` : key
}

interface TableRowProps {
  readonly row: object
  readonly name: string
  readonly columns: readonly Column<object>[]
  readonly drawn: ColumnWindow
  readonly wanted: Wanted
  readonly isSelected: boolean
  readonly isOpen: boolean
  readonly opens: boolean
  readonly commands: TableCommands
}

const TableRow = memo(function TableRow(props: TableRowProps) {
  const { row, name, columns, drawn, wanted, isSelected, isOpen, opens, commands } = props
  const { from, to } = drawn
  const [first] = columns
  const cell = (column: Column<object>, content: ReactNode, nth: number) => (
    <td
      key={column.id}
      aria-colindex={nth + 2}
      className={column.kind === 'quantity' ? classes.number : undefined}
      title={column.text(row)}
    >
      {content}
    </td>
  )
  return (
    <tr
      data-key={name}
      className={clsx(opens && classes.opens, isOpen && classes.open, isSelected && classes.chosen)}
    >
      <td aria-colindex={1} className={classes.checks}>
        {first && (
          <RowCheck
            row={row}
            name={name}
            first={first}
            isSelected={isSelected}
            commands={commands}
          />
        )}
      </td>
      {first &&
        cell(
          first,
          opens ? (
            <button data-words type="button" className={classes.opener} aria-haspopup="dialog">
              <Cell row={row} column={first} wanted={wanted} />
            </button>
          ) : (
            <Cell row={row} column={first} wanted={wanted} />
          ),
          0,
        )}
      {from > 1 && <td aria-hidden colSpan={from - 1} />}
      {columns
        .slice(from, to)
        .map((column, nth) =>
          cell(column, <Cell row={row} column={column} wanted={wanted} />, from + nth),
        )}
      {to < columns.length && <td aria-hidden colSpan={columns.length - to} />}
    </tr>
  )
})

interface RowCheckProps {
  readonly row: object
  readonly name: string
  readonly first: Column<object>
  readonly isSelected: boolean
  readonly commands: TableCommands
}

/** Selects a row; with Shift all from the last one to it. */
export function RowCheck({ row, name, first, isSelected, commands }: RowCheckProps) {
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        aria-label={tableTexts.selectRow(first.text(row))}
        checked={isSelected}
        onChange={({ nativeEvent }) =>
          commands.select(name, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  )
}

interface CellProps {
  readonly row: object
  readonly column: Column<object>
  readonly wanted: Wanted
}

export function Cell({ row, column, wanted }: CellProps) {
  const drawn = column.cell?.(row)
  if (drawn !== undefined) return drawn
  const own = wanted.byColumn.get(column.id)
  return <Marked text={column.text(row)} wanted={[wanted.everywhere, own ?? '']} />
}
