/** The age of a table's rows; it becomes a warning when they are old (decisions/console/offline.md). */
import { Text } from '@mantine/core'
import type { ListName } from '#contract/lists.ts'
import { useFreshness, type Aged } from '#console/data/collections/freshness.ts'
import classes from '#console/list/rows-age.module.css'

interface RowsAgeProps {
  readonly collection: ListName
  readonly rows: Aged | undefined
}

export function RowsAge({ collection, rows }: RowsAgeProps) {
  const freshness = useFreshness(collection, rows)
  if (!freshness) return null
  return (
    <Text size="xs" className={freshness.isOld ? classes.old : classes.fresh}>
      {freshness.text}
      {freshness.times !== null && ` · ${freshness.times}`}
    </Text>
  )
}
