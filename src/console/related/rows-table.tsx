/** A short table inside details: the first rows, and more of them at the press of a button. */
import { useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import clsx from 'clsx'
import { relatedTexts } from '#contract/texts/own/related-texts.ts'
import { Note } from '#console/related/section.tsx'
import { TOUCH_TARGET_PX } from '#console/theme.ts'
import { SidewaysFrame } from '#console/ui/sideways/sideways-frame.tsx'
import { NoBreakText } from '#console/ui/sideways/no-break-text.tsx'
import classes from '#console/related/related.module.css'

export interface RowsColumn<R> {
  readonly title: string
  readonly cell: (row: R) => ReactNode
  readonly isNumber?: boolean
  /** Left out on a phone. */
  readonly isSpare?: boolean
}

interface RowsTableProps<R> {
  readonly label: string
  readonly rows: readonly R[]
  /** How many rows there are, if not all of them were found. */
  readonly of?: number
  readonly columns: readonly RowsColumn<R>[]
  readonly keyOf: (row: R) => string
}

const FIRST_ROWS = 12

export function RowsTable<R>({ label, rows, of = rows.length, columns, keyOf }: RowsTableProps<R>) {
  const [isWhole, setWhole] = useState(false)
  if (rows.length === 0) return <Note text={relatedTexts.nothing} />
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS)
  return (
    <>
      <SidewaysFrame className={classes.scroll} label={label}>
        <table className={classes.table} aria-label={label}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.title} scope="col" className={classOf(column)}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map((column) => (
                  <td key={column.title} className={classOf(column)}>
                    <Content of={column.cell(row)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </SidewaysFrame>
      {shown.length < rows.length && (
        <Button variant="subtle" mih={TOUCH_TARGET_PX} onClick={() => setWhole(true)}>
          {relatedTexts.showMore(rows.length - shown.length)}
        </Button>
      )}
      {isWhole && of > rows.length && <Note text={relatedTexts.andOthers(of - rows.length)} />}
    </>
  )
}

function classOf({ isNumber, isSpare }: Pick<RowsColumn<never>, 'isNumber' | 'isSpare'>): string {
  return clsx(isNumber && classes.number, isSpare && classes.spare)
}

function Content({ of }: { readonly of: ReactNode }) {
  return typeof of === 'string' ? <NoBreakText text={of} /> : of
}
