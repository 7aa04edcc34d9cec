/** The providers around the router, and what follows the end of a session. */
import { useEffect, useState } from 'react'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { onStoreFailure } from '#console/data/device-store.ts'
import { startFirstPaint } from '#console/data/first-paint.ts'
import { queryClient } from '#console/data/query-client.ts'
import { startSnapshots } from '#console/data/snapshots.ts'
import { makeRouter } from '#console/router.tsx'
import { keepReturnPlace, onSessionEnd, type SessionEnd } from '#console/session/session.ts'
import { startTabs } from '#console/session/tabs.ts'
import { cssVariables, theme } from '#console/theme.ts'
import { notifyFailure } from '#console/ui/notify.tsx'

interface AppProps {
  readonly makeAppRouter?: typeof makeRouter
}

export function App({ makeAppRouter = makeRouter }: AppProps) {
  const [router] = useState(() => makeAppRouter())
  useEffect(() => startSnapshots(queryClient), [])
  useEffect(() => startFirstPaint(queryClient), [])
  useEffect(startTabs, [])
  useEffect(() => onSessionEnd((end) => followEnd(router, end)), [router])
  useEffect(() => onStoreFailure(() => notifyFailure(messages.cacheUnavailable)), [])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Notifications position="top-right" />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** The screen goes to the login; after a lock the place is kept for the same admin (decisions.md 3.4). */
function followEnd(router: ReturnType<typeof makeRouter>, end: SessionEnd): void {
  if (end.reason === 'login-page') return
  const { href } = router.state.location
  if (!end.wipes && end.username !== null) keepReturnPlace({ username: end.username, href })
  const expired = end.reason === 'expired' || end.reason === 'refused'
  void router.navigate({ to: '/login', search: expired ? { expired: true } : {}, replace: true })
}
