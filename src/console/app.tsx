/** The providers around the router, and the handling of a session's end. */
import { useEffect, useState } from 'react'
import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { messages } from '#contract/texts/messages.ts'
import { consoleConfig, onOffers } from '#console/data/api/config.ts'
import { onStoreFailure, type StoreFailure } from '#console/data/device/device-store.ts'
import { startFirstPaintCache } from '#console/data/collections/first-paint.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { startSnapshots } from '#console/data/collections/snapshots.ts'
import { resumeInterruptedSyncs } from '#console/data/collections/sync.ts'
import { isInstalled } from '#console/pwa/installed.ts'
import type { AppRouter } from '#console/router.tsx'
import { isProtectedPath } from '#console/screens/registry.ts'
import { startSessionClock } from '#console/session/clock.ts'
import { storeReturnPlace } from '#console/session/return-place.ts'
import { onSessionEnd, type SessionEnd } from '#console/session/session.ts'
import { startTabs } from '#console/session/tabs.ts'
import { cssVariables, theme } from '#console/theme.ts'
import notices from '#console/ui/notify.module.css'
import { notifyConcern } from '#console/ui/notify.tsx'
import { startScanGuard } from '#console/ui/scanner/scan-guard.ts'
import { whenIdle } from '#console/ui/when-idle.ts'

interface AppProps {
  readonly router: AppRouter
}

export function App({ router }: AppProps) {
  useEffect(() => startSnapshots(queryClient), [])
  useEffect(() => startFirstPaintCache(queryClient), [])
  useEffect(startTabs, [])
  useEffect(() => resumeInterruptedSyncs(Date.now()), [])
  useEffect(() => onSessionEnd((end) => followEnd(router, end)), [router])
  // The guard runs again: this server may not have the current screen.
  useEffect(() => onOffers(() => void router.invalidate()), [router])
  useEffect(() => startSessionClock(hiddenGraceMs), [])
  useEffect(startScanGuard, [])
  useEffect(() => onStoreFailure((failure) => notifyConcern(STORE_NOTICES[failure])), [])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <NoticesLater />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** The notices for a device that cannot store rows; the console works without. */
const STORE_NOTICES: Readonly<Record<StoreFailure, string>> = {
  full: messages.deviceFull,
  unusable: messages.cacheUnavailable,
}

/** Mounts the notices with the first screen; earlier ones wait for it. */
function NoticesLater() {
  const [isTime, setIsTime] = useState(false)
  useEffect(() => whenIdle(() => setIsTime(true)), [])
  return (
    isTime && (
      <Notifications
        position="top-center"
        limit={1}
        className={notices.place}
        classNames={NOTICE}
      />
    )
  )
}

const NOTICE = { notification: notices.notice ?? '' }

/** How long this page may be hidden. Read each time: it may be installed, or its settings arrive, while it is open. */
export function hiddenGraceMs(): number | null {
  return consoleConfig().hiddenGraceMs[isInstalled() ? 'installed' : 'tab']
}

/** Navigates to the login; after a lock the same admin returns to this place (decisions/console/session.md). */
function followEnd(router: AppRouter, end: SessionEnd): void {
  if (end.reason === 'login-page') return
  notifications.clean()
  const { href, pathname } = router.state.location
  const isLock = !end.wipes && end.username !== null
  if (isLock && isProtectedPath(pathname)) storeReturnPlace({ username: end.username, href })
  const expired = end.reason === 'expired' || end.reason === 'refused'
  void router.navigate({ to: '/login', search: expired ? { expired: true } : {}, replace: true })
}
