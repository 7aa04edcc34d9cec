/** 'A new version is available' with Reload; never forced (decisions.md 6.7). */
import { useEffect, useState } from 'react'
import { Button, Group, Paper, Text } from '@mantine/core'
import { messages } from '#contract/messages.ts'
import { applyUpdate, onUpdateOffer } from '#console/pwa/updates.ts'
import classes from '#console/pwa/update-offer.module.css'

export function UpdateOffer() {
  const [offered, setOffered] = useState(false)
  useEffect(() => onUpdateOffer(() => setOffered(true)), [])
  return (
    <div role="status">
      {offered && (
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
