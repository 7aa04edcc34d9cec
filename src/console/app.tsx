/** What surrounds the router, and the handling of a session's end. */
import { useEffect } from 'react'
import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { consoleConfig, onOffers } from '#console/data/api/config.ts'
import { isInstalled } from '#console/session/installed.ts'
import type { AppRouter } from '#console/router.tsx'
import { isProtectedPath } from '#contract/screens.ts'
import { startSessionClock } from '#console/session/clock.ts'
import { storeReturnPlace } from '#console/session/return-place.ts'
import { onSessionEnd, type SessionEnd } from '#console/session/session.ts'
import { startTabs } from '#console/session/tabs.ts'
import { endSessionOnServer, useBackground } from '#console/start/load-background.ts'
import { cssVariables, theme } from '#console/theme.ts'

interface AppProps {
  readonly router: AppRouter
}

export function App({ router }: AppProps) {
  const background = useBackground()
  useEffect(() => startTabs(endSessionOnServer), [])
  useEffect(() => onSessionEnd((end) => followEnd(router, end)), [router])
  // The guard runs again: this server may not have the current screen.
  useEffect(() => onOffers(() => void router.invalidate()), [router])
  useEffect(() => startSessionClock(hiddenGraceMs), [])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <RouterProvider router={router} />
      {background}
    </MantineProvider>
  )
}

/** How long this page may be hidden. Read each time: it may be installed, or its settings arrive, while it is open. */
export function hiddenGraceMs(): number | null {
  return consoleConfig().hiddenGraceMs[isInstalled() ? 'installed' : 'tab']
}

/** Navigates to the login; after a lock the same admin returns to this place (decisions/console/session.md). */
function followEnd(router: AppRouter, end: SessionEnd): void {
  if (end.reason === 'login-page') return
  const { href, pathname } = router.state.location
  const isLock = !end.wipes && end.username !== null
  if (isLock && isProtectedPath(pathname)) storeReturnPlace({ username: end.username, href })
  const expired = end.reason === 'expired' || end.reason === 'refused'
  void router.navigate({ to: '/login', search: expired ? { expired: true } : {}, replace: true })
}
