/** A cell with a nested value: its truncated text opens the value as a table. */
import { createContext, use } from 'react'
import { formatText } from '#console/rows/formats.ts'
import classes from '#console/table/styles/data-table.module.css'

/** A nested value with the title of its column and the row that it belongs to. */
export interface NestedValue {
  readonly title: string
  readonly value: object
  readonly row: object
}

/** Opens a nested value; provided by the page around the table. */
export const OpenNested = createContext<(nested: NestedValue) => void>(() => undefined)

export function NestedCell(nested: NestedValue) {
  const open = use(OpenNested)
  return (
    <button
      data-words
      data-nested
      type="button"
      className={classes.opener}
      aria-haspopup="dialog"
      onClick={() => open(nested)}
    >
      {formatText(nested.value)}
    </button>
  )
}
