/** Shown in place of rows: nothing matches, or there is nothing. */
import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { listTexts } from '#contract/texts/list-texts.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import type { View } from '#console/data/engine/types.ts'
import { EmptyState } from '#console/ui/status/empty-state.tsx'
import classes from '#console/table/styles/data-table.module.css'

interface EmptyTableProps {
  readonly view: View
  readonly onView: (view: View) => void
}

export function EmptyTable({ view, onView }: EmptyTableProps) {
  if (view.search === '' && view.filters.length === 0) {
    return (
      <div className={classes.empty}>
        <EmptyState text={tableTexts.nothingYet} />
      </div>
    )
  }
  return (
    <div className={classes.empty}>
      <EmptyState icon={IconSearchOff} text={listTexts.emptyResult}>
        <Button
          variant="default"
          onClick={() => onView({ ...view, page: 0, search: '', filters: [] })}
        >
          {tableTexts.resetFilters}
        </Button>
      </EmptyState>
    </div>
  )
}
