/** What stands in the place of rows: nothing matches, or there is nothing. */
import { Button } from '@mantine/core'
import { messages } from '#contract/messages.ts'
import { tableTexts } from '#contract/table-texts.ts'
import type { View } from '#console/data/engine/view-index.ts'
import classes from '#console/list/data-table.module.css'

interface EmptyTableProps {
  readonly view: View
  readonly onView: (view: View) => void
}

export function EmptyTable({ view, onView }: EmptyTableProps) {
  if (view.search === '' && view.filters.length === 0) {
    return <div className={classes.empty}>{tableTexts.nothingYet}</div>
  }
  return (
    <div className={classes.empty}>
      {messages.emptyResult}
      <Button
        variant="default"
        onClick={() => onView({ ...view, page: 0, search: '', filters: [] })}
      >
        {tableTexts.resetFilters}
      </Button>
    </div>
  )
}
