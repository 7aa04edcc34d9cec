/** Explains once, on a tablet, how to install the console (decisions/console/offline.md). */
import { useSyncExternalStore } from 'react'
import { Alert, Button, Group } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { answerInstallHelp, installWay, onInstallWay, promptInstall } from '#console/pwa/install.ts'
import { dashboardScreen } from '#console/screens/registry.ts'

const HOW = { share: deviceTexts.installByShare, menu: deviceTexts.installByMenu, prompt: null }

export function InstallHelp() {
  const way = useSyncExternalStore(onInstallWay, installWay)
  const { pathname } = useLocation()
  if (way === null || pathname !== dashboardScreen.path) return null
  return (
    <Alert role="note" color="harbour" title={deviceTexts.installTitle} mb="sm">
      <Group justify="space-between">
        {HOW[way]}
        <Group gap="xs">
          {way === 'prompt' && <Button onClick={promptInstall}>{deviceTexts.install}</Button>}
          <Button variant="default" onClick={answerInstallHelp}>
            {deviceTexts.notNow}
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}
