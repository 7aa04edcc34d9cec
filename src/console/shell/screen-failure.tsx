/** Replaces a screen that broke; the menu stays. */
import { useEffect } from 'react'
import { Button, Center, Stack, Text } from '@mantine/core'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { shellTexts } from '#contract/texts/shell-texts.ts'
import { applyUpdate } from '#console/data/api/host/new-version.ts'
import { report } from '#console/ui/report.ts'

interface ScreenFailureProps {
  readonly error: unknown
}

export function ScreenFailure({ error }: ScreenFailureProps) {
  useEffect(() => report(shellTexts.screenBroken, error), [error])
  return (
    <Center mih="60dvh">
      <Stack align="center" role="alert">
        <Text>{shellTexts.screenBroken}</Text>
        <Button onClick={applyUpdate}>{deviceTexts.reload}</Button>
      </Stack>
    </Center>
  )
}
