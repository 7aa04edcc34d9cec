/** The rows of a page. A row is rendered again only when it, its columns or its own state changed. */
import { memo, useMemo, type PointerEvent, type ReactNode, type RefObject } from 'react'
import clsx from 'clsx'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { type Column, shownText } from '#console/table/columns/column-kit.tsx'
import type { ColumnWindow } from '#console/table/columns/column-window.ts'
import { highlight } from '#console/table/rows/highlight.tsx'
import { useRowGestures } from '#console/table/rows/row-gestures.ts'
import { useRowWindow } from '#console/table/rows/row-window.ts'
import type { TableCommands } from '#console/table/rows/table-commands.ts'
import classes from '#console/table/styles/data-table.module.css'

/** A row with its key. */
export interface KeyedRow {
  readonly row: object
  readonly key: string
}

/** The searched texts, for all columns and for each one, in all spellings. */
export interface SearchTerms {
  readonly everywhere: readonly string[]
  readonly byColumn: ReadonlyMap<string, readonly string[]>
}

export interface RowsProps {
  readonly rows: readonly KeyedRow[]
  readonly columns: readonly Column<object>[]
  readonly wanted: SearchTerms
  readonly selected: ReadonlySet<string>
  readonly openKey: string | null
  readonly opens: boolean
  readonly commands: TableCommands
}

interface TableBodyProps extends RowsProps {
  readonly drawn: ColumnWindow
  /** The column that sticks to the far edge. */
  readonly edge: string | null
  readonly scroller: RefObject<HTMLElement | null>
  /** Whether rows scrolled out of view are drawn too. */
  readonly isWhole: boolean
}

export const TableBody = memo(function TableBody(props: TableBodyProps) {
  const { rows, columns, wanted, selected, openKey, opens, drawn, edge, commands } = props
  const gestures = useRowGestures(rows, opens, commands)
  const { from, to, height } = useRowWindow(props.scroller, rows.length, props.isWhole)
  const keys = useMemo(() => reactKeys(rows), [rows])
  const isPart = to - from < rows.length
  return (
    <tbody {...gestures} onPointerOver={showFullText}>
      {from > 0 && <Gap height={from * height} columns={columns.length + 1} />}
      {rows.slice(from, to).map(({ row, key }, nth) => (
        <TableRow
          key={keys[from + nth]}
          row={row}
          name={key}
          place={isPart ? from + nth : null}
          columns={columns}
          drawn={drawn}
          edge={edge}
          wanted={wanted}
          isSelected={selected.has(key)}
          isOpen={openKey === key}
          opens={opens}
          commands={commands}
        />
      ))}
      {to < rows.length && (
        <Gap height={(rows.length - to) * height} columns={columns.length + 1} />
      )}
    </tbody>
  )
})

/** Sets the tooltip of a truncated cell only when the mouse is over it. */
function showFullText({ target, pointerType }: PointerEvent): void {
  const cell = target instanceof Element ? target.closest('td') : null
  if (cell && pointerType === 'mouse') cell.title = cell.textContent
}

/** Duplicate rows have the same key and still need distinct React keys. */
function reactKeys(rows: readonly KeyedRow[]): string[] {
  const seen = new Set<string>()
  return rows.map(({ key }, nth) => {
    const own = seen.has(key) ? `${key} ${String(nth)}` : key
    seen.add(key)
    return own
  })
}

interface GapProps {
  /** In px. */
  readonly height: number
  readonly columns: number
}

/** Reserves the room of rows that are not drawn. */
function Gap({ height, columns }: GapProps) {
  return (
    <tr aria-hidden>
      <td aria-hidden className={classes.gap} colSpan={columns} style={{ height }} />
    </tr>
  )
}

interface TableRowProps {
  readonly row: object
  readonly name: string
  /** Counted from 0; null if all rows of the page are drawn and their positions are implied. */
  readonly place: number | null
  readonly columns: readonly Column<object>[]
  readonly drawn: ColumnWindow
  readonly edge: string | null
  readonly wanted: SearchTerms
  readonly isSelected: boolean
  readonly isOpen: boolean
  readonly opens: boolean
  readonly commands: TableCommands
}

const TableRow = memo(function TableRow(props: TableRowProps) {
  const { row, name, place, columns, drawn, edge, wanted, isSelected, isOpen, opens, commands } =
    props
  const { from, to } = drawn
  const isPart = from > 1 || to < columns.length
  const [first] = columns
  return (
    <tr
      data-key={name}
      aria-rowindex={place === null ? undefined : place + 1 + HEADER_ROW_COUNT}
      className={clsx(opens && classes.opens, isOpen && classes.open, isSelected && classes.chosen)}
    >
      <td aria-colindex={isPart ? 1 : undefined} className={classes.checks}>
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
      {first && (
        <td aria-colindex={isPart ? 2 : undefined}>
          {opens && !first.isControl ? (
            <button data-words type="button" className={classes.opener} aria-haspopup="dialog">
              {highlightedText(row, first, wanted)}
            </button>
          ) : (
            cellOf(row, first, wanted)
          )}
        </td>
      )}
      {from > 1 && <td aria-hidden colSpan={from - 1} />}
      {columns.slice(from, to).map((column, nth) => (
        <td
          key={column.id}
          aria-colindex={isPart ? from + nth + 2 : undefined}
          className={clsx(
            column.kind === 'quantity' && classes.number,
            column.id === edge && classes.atEdge,
          )}
        >
          {column.isSentence ? (
            <span className={classes.sentence}>{cellOf(row, column, wanted)}</span>
          ) : (
            cellOf(row, column, wanted)
          )}
        </td>
      ))}
      {to < columns.length && <td aria-hidden colSpan={columns.length - to} />}
    </tr>
  )
})

/** The header row counts as one in row numbers. */
export const HEADER_ROW_COUNT = 1

interface RowCheckProps {
  readonly row: object
  readonly name: string
  readonly first: Column<object>
  readonly isSelected: boolean
  readonly commands: TableCommands
}

/** Selects a row; with Shift, the range from the last selected one. */
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

/** The content of a cell. */
export function cellOf(row: object, column: Column<object>, wanted: SearchTerms): ReactNode {
  return column.cell?.(row) ?? highlightedText(row, column, wanted)
}

/** The text of a cell with its matches marked, because buttons must not be nested. */
export function highlightedText(
  row: object,
  column: Column<object>,
  wanted: SearchTerms,
): ReactNode {
  return highlight(shownText(column, row), [
    ...wanted.everywhere,
    ...(wanted.byColumn.get(column.id) ?? []),
  ])
}
