/** The headers of the columns: a button that sorts, one that opens the menu, an edge to drag. */
import { memo, useRef, type DragEvent } from 'react'
import clsx from 'clsx'
import { IconArrowDown, IconArrowUp, IconDotsVertical, IconFilterFilled } from '@tabler/icons-react'
import { tableTexts } from '#contract/texts/table-texts.ts'
import type { View } from '#console/data/engine/types.ts'
import type { Column } from '#console/table/columns/column-kit.tsx'
import { dragWidth } from '#console/table/columns/column-sizes.ts'
import type { ColumnWindow } from '#console/table/columns/column-window.ts'
import type { TableCommands } from '#console/table/rows/table-commands.ts'
import classes from '#console/table/styles/data-table.module.css'

interface TableHeadProps {
  readonly columns: readonly Column<object>[]
  readonly drawn: ColumnWindow
  /** The column that sticks to the far edge. */
  readonly edge: string | null
  /** The largest width of the first column, in px. */
  readonly firstAtMost: number
  readonly view: Pick<View, 'sort' | 'filters'>
  /** How much of the page is selected. */
  readonly extent: 'none' | 'some' | 'all'
  readonly commands: TableCommands
}

export const TableHead = memo(function TableHead(props: TableHeadProps) {
  const { columns, drawn, edge, firstAtMost, view, extent, commands } = props
  const filtered = new Set(view.filters.map(({ id }) => id))
  const head = (column: Column<object> | undefined, nth: number) =>
    column && (
      <HeadCell
        key={column.id}
        column={column}
        nth={nth}
        sorted={view.sort?.id === column.id ? (view.sort.descending ? 'desc' : 'asc') : null}
        isFiltered={filtered.has(column.id)}
        isAtEdge={column.id === edge}
        atMost={nth === 0 ? firstAtMost : Number.POSITIVE_INFINITY}
        commands={commands}
      />
    )
  const { from, to } = drawn
  return (
    <thead>
      <tr>
        <CheckHead extent={extent} commands={commands} />
        {head(columns[0], 0)}
        {from > 1 && <td aria-hidden colSpan={from - 1} />}
        {columns.slice(from, to).map((column, nth) => head(column, from + nth))}
        {to < columns.length && <td aria-hidden colSpan={columns.length - to} />}
      </tr>
    </thead>
  )
})

type CheckHeadProps = Pick<TableHeadProps, 'extent' | 'commands'>

/** Selects or deselects the rows of the page. */
function CheckHead({ extent, commands }: CheckHeadProps) {
  return (
    <th scope="col" aria-label={tableTexts.selection} aria-colindex={1} className={classes.checks}>
      <label className={classes.check}>
        <input
          type="checkbox"
          aria-label={tableTexts.selectPage}
          checked={extent === 'all'}
          ref={(box) => {
            if (box) box.indeterminate = extent === 'some'
          }}
          onChange={commands.selectPage}
        />
      </label>
    </th>
  )
}

interface HeadCellProps {
  readonly column: Column<object>
  readonly nth: number
  readonly sorted: 'asc' | 'desc' | null
  readonly isFiltered: boolean
  readonly isAtEdge: boolean
  /** The largest width it can be dragged to, in px. */
  readonly atMost: number
  readonly commands: TableCommands
}

const DRAGGED = 'application/x-dockside-column'

const HeadCell = memo(function HeadCell(props: HeadCellProps) {
  const { column, nth, sorted, isFiltered, isAtEdge, atMost, commands } = props
  const { id, title } = column
  const cell = useRef<HTMLTableCellElement>(null)
  const isOver = (event: DragEvent, over: boolean): void => {
    if (!event.dataTransfer.types.includes(DRAGGED)) return
    event.preventDefault()
    event.currentTarget.toggleAttribute('data-over', over)
  }
  return (
    <th
      ref={cell}
      scope="col"
      className={clsx(isAtEdge && classes.atEdge)}
      aria-label={title}
      aria-sort={sorted === null ? 'none' : sorted === 'asc' ? 'ascending' : 'descending'}
      aria-colindex={nth + 2}
      data-column={id}
      draggable
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, id)}
      onDragOver={(event) => isOver(event, true)}
      onDragLeave={(event) => isOver(event, false)}
      onDrop={(event) => {
        isOver(event, false)
        commands.move(event.dataTransfer.getData(DRAGGED), id)
      }}
    >
      <div className={classes.head}>
        <button
          type="button"
          className={clsx(classes.sort, column.kind === 'quantity' && classes.number)}
          title={title}
          onClick={() => commands.toggleSort(id)}
        >
          <span data-words className={classes.title}>
            {title}
          </span>
          {sorted === 'asc' && <IconArrowUp size={16} aria-hidden />}
          {sorted === 'desc' && <IconArrowDown size={16} aria-hidden />}
        </button>
        <button
          type="button"
          className={clsx(classes.more, isFiltered && classes.active)}
          aria-label={tableTexts.columnMenu(title)}
          aria-haspopup="dialog"
          onClick={(event) => commands.openMenu(id, event.currentTarget)}
        >
          {isFiltered ? (
            <IconFilterFilled size={16} aria-hidden />
          ) : (
            <IconDotsVertical size={16} aria-hidden />
          )}
        </button>
      </div>
      {/* The menu offers the same for people who cannot drag. */}
      <span
        aria-hidden
        className={classes.edge}
        draggable
        onDragStart={(event) => {
          event.preventDefault()
          event.stopPropagation()
        }}
        // The browser looks for something to drag where the press began. Once the edge has moved, that may be the header.
        onMouseDown={(event) => event.preventDefault()}
        onPointerDown={(event) => {
          const save = (width: number): void => commands.resize(id, width)
          const { current } = cell
          if (current) dragWidth(event, event.currentTarget, { head: current, nth, atMost }, save)
        }}
        onDoubleClick={() => commands.fit(id)}
      />
    </th>
  )
})
