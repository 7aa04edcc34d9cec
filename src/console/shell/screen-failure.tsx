/** What stands where a screen broke: a vanished chunk leads to the update offer, never to a blank page. */
import { useEffect } from 'react'
import { Button, Center, Stack, Text } from '@mantine/core'
import { messages } from '#contract/messages.ts'
import { applyUpdate, offerReload } from '#console/pwa/updates.ts'
import { report } from '#console/ui/report.ts'

interface ScreenFailureProps {
  readonly error: unknown
}

export function ScreenFailure({ error }: ScreenFailureProps) {
  useEffect(() => {
    report(messages.screenBroken, error)
    offerReload()
  }, [error])
  return (
    <Center mih="60dvh">
      <Stack align="center" role="alert">
        <Text>{messages.screenBroken}</Text>
        <Button onClick={applyUpdate}>{messages.reload}</Button>
      </Stack>
    </Center>
  )
}
