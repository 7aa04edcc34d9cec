/** Replaces a screen that broke; the menu stays. */
import { useEffect } from 'react'
import { Button, Center, Stack, Text } from '@mantine/core'
import { messages } from '#contract/texts/messages.ts'
import { applyUpdate } from '#console/data/api/host/new-version.ts'
import { report } from '#console/ui/report.ts'

interface ScreenFailureProps {
  readonly error: unknown
}

export function ScreenFailure({ error }: ScreenFailureProps) {
  useEffect(() => report(messages.screenBroken, error), [error])
  return (
    <Center mih="60dvh">
      <Stack align="center" role="alert">
        <Text>{messages.screenBroken}</Text>
        <Button onClick={applyUpdate}>{messages.reload}</Button>
      </Stack>
    </Center>
  )
}
