/** Placeholder for a table while its rows load for the first time, with the size the table will have. */
import { Skeleton } from '@mantine/core'
import { DEFAULT_PAGE_SIZE } from '#contract/constants.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import classes from '#console/list/loading-rows.module.css'

const CELLS = 6

export function LoadingRows() {
  return (
    <div role="status" aria-label={deviceTexts.loading}>
      <Skeleton className={classes.search} />
      <div className={classes.frame}>
        {Array.from({ length: DEFAULT_PAGE_SIZE + 1 }, (_, row) => (
          <div key={row} className={classes.row}>
            {Array.from({ length: CELLS }, (__, cell) => (
              <Skeleton key={cell} height={12} width={cell === 0 ? 16 : '60%'} />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
