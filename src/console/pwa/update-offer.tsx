/** 'A new version is available' with Reload; never forced, and not over a form with changes (decisions/console/offline.md). */
import { useSyncExternalStore } from 'react'
import { Button, Paper } from '@mantine/core'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { applyUpdate, isUpdateOffered, onUpdateOffer } from '#console/data/api/host/new-version.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'
import { useHasUnsaved } from '#console/ui/forms/unsaved.ts'
import classes from '#console/pwa/update-offer.module.css'

export function UpdateOffer() {
  const offered = useSyncExternalStore(onUpdateOffer, isUpdateOffered)
  const unsaved = useHasUnsaved()
  return (
    <div role="status">
      {offered && !unsaved && (
        <Paper withBorder className={classes.offer}>
          <span>{deviceTexts.newVersion}</span>
          <Button size="sm" mih={TOUCH_TARGET_PX} onClick={applyUpdate}>
            {deviceTexts.reload}
          </Button>
        </Paper>
      )}
    </div>
  )
}
