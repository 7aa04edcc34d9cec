/**
 * A native table in a scrolling frame: headers and first column are sticky, widths are set on its
 * columns.
 */
import type { ReactNode, RefObject } from 'react'
import { Box } from '@mantine/core'
import { HEADER_ROW_COUNT, TableBody, type RowsProps } from '#console/table/rows/table-body.tsx'
import { TableHead } from '#console/table/rows/table-head.tsx'
import { revealFocus } from '#console/table/rows/reveal-focus.ts'
import { useColumnWindow } from '#console/table/columns/column-window.ts'
import type { StickyLayout } from '#console/table/columns/sticky-columns.ts'
import type { View } from '#console/data/engine/types.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'
import classes from '#console/table/styles/data-table.module.css'

interface TableFrameProps {
  readonly name: string
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly onScroll: () => void
  readonly maxHeight: string
  readonly sticking: StickyLayout
  readonly rows: RowsProps
  readonly view: View
  /** The number of rows over all pages, and the index of the first one here. */
  readonly total: number
  readonly extent: 'none' | 'some' | 'all'
  /** Whether rows scrolled out of view are drawn too. */
  readonly isWhole: boolean
  /** Shown in place of rows. */
  readonly children?: ReactNode
}

export function TableFrame(props: TableFrameProps) {
  const { name, scroller, onScroll, maxHeight, sticking, rows } = props
  const { view, total, extent, isWhole } = props
  const { widths, edge } = sticking
  const drawn = useColumnWindow(scroller, widths)
  const { columns, commands } = rows
  const width = widths.reduce((sum, each) => sum + each, TOUCH_TARGET_PX)
  const edgeWidth = widths[columns.findIndex(({ id }) => id === edge)] ?? 0
  // A last page with few rows keeps the height of a full one, so that the buttons below do not
  // move.
  const full = Math.min(view.pageSize, total)
  return (
    <Box
      ref={scroller}
      className={classes.scroller}
      data-fit={view.isFit}
      onScroll={onScroll}
      onFocus={revealFocus}
      __vars={{
        '--table-max-height': maxHeight,
        '--table-rows': String(full),
        '--check-width': `${String(TOUCH_TARGET_PX)}px`,
        '--first-width': `${String(widths[0] ?? 0)}px`,
        '--edge-width': `${String(edgeWidth)}px`,
      }}
      // A scrolling region must be reachable by keyboard.
      tabIndex={0}
      role="region"
      aria-label={`${name} table`}
    >
      <div className={classes.sheet}>
        <table
          className={classes.table}
          aria-colcount={widths.length + 1}
          aria-rowcount={rows.rows.length + HEADER_ROW_COUNT}
          style={{ width }}
        >
          <colgroup>
            <col style={{ width: TOUCH_TARGET_PX }} />
            {widths.map((each, nth) => (
              <col key={columns[nth]?.id} style={{ width: each }} />
            ))}
          </colgroup>
          <TableHead
            columns={columns}
            edge={edge}
            firstAtMost={sticking.firstAtMost}
            drawn={drawn}
            view={view}
            extent={extent}
            commands={commands}
          />
          <TableBody {...rows} edge={edge} drawn={drawn} scroller={scroller} isWhole={isWhole} />
        </table>
        {props.children}
      </div>
    </Box>
  )
}
