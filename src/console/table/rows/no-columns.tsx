/** Shown in place of the table when a person has hidden every column. */
import { Button } from '@mantine/core'
import { tableTexts } from '#contract/texts/table-texts.ts'
import classes from '#console/table/styles/data-table.module.css'

interface NoColumnsProps {
  readonly onShowAll: () => void
}

export function NoColumns({ onShowAll }: NoColumnsProps) {
  return (
    <div className={classes.empty}>
      {tableTexts.noColumns}
      <Button variant="default" onClick={onShowAll}>
        {tableTexts.showAllColumns}
      </Button>
    </div>
  )
}
