/** 'A new version is available' with Reload; never forced, and not over a form with changes (decisions.md 6.7). */
import { useSyncExternalStore } from 'react'
import { Button, Group, Paper, Text } from '@mantine/core'
import { messages } from '#contract/messages.ts'
import { applyUpdate, isUpdateOffered, onUpdateOffer } from '#console/pwa/updates.ts'
import { useHasUnsaved } from '#console/ui/unsaved.ts'
import classes from '#console/pwa/update-offer.module.css'

export function UpdateOffer() {
  const offered = useSyncExternalStore(onUpdateOffer, isUpdateOffered)
  const unsaved = useHasUnsaved()
  return (
    <div role="status">
      {offered && !unsaved && (
        <Paper withBorder shadow="md" className={classes.offer}>
          <Group>
            <Text>{messages.newVersion}</Text>
            <Button size="sm" onClick={applyUpdate}>
              {messages.reload}
            </Button>
          </Group>
        </Paper>
      )}
    </div>
  )
}
