/** The name of the open view beside the title of its list, and whether the list shows something else. */
import { Text } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { viewTexts } from '#contract/texts/view-texts.ts'
import type { ListViews } from '#console/views/open-view.ts'
import classes from '#console/views/view-mark.module.css'

interface ViewMarkProps {
  readonly views: ListViews
  readonly isChanged: boolean
}

export function ViewMark({ views: { open, isMissing }, isChanged }: ViewMarkProps) {
  if (isMissing)
    return (
      <Text size="xs" role="status" className={classes.missing}>
        {viewTexts.missing}
      </Text>
    )
  // Without a saved view the title says it all.
  if (!open?.saved) return null
  return (
    <Text size="sm" component="span" className={classes.mark}>
      <IconBookmark size={16} aria-hidden />
      <span className={classes.name} title={open.saved.name}>
        {open.saved.name}
      </span>
      {isChanged && <em className={classes.changed}>{viewTexts.changed}</em>}
    </Text>
  )
}
