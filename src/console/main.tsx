/** Mounts the console: settings first, then the first screen; the service worker follows. */
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, hiddenGraceMs } from '#console/app.tsx'
import { loadConfig } from '#console/data/api/host/load-config.ts'
import { startOnline } from '#console/data/api/online.ts'
import { yieldToMain } from '#console/data/api/run-chunked.ts'
import { listenForInstall } from '#console/pwa/install.ts'
import { watchStorage } from '#console/pwa/storage.ts'
import { installTrustedTypesPolicy } from '#console/pwa/trusted-types.ts'
import { startServiceWorker } from '#console/pwa/updates.ts'
import { preloadScreens, makeRouter } from '#console/router.tsx'
import { isProtectedPath } from '#console/screens/registry.ts'
import { lockAfterAbsence } from '#console/session/clock.ts'
import '#console/styles.css'

const container = document.getElementById('root')

async function start(): Promise<void> {
  // The imports have just been evaluated: enough for one task.
  await yieldToMain()
  installTrustedTypesPolicy()
  listenForInstall()
  watchStorage()
  startOnline()
  await loadConfig()
  const { pathname, search } = window.location
  lockAfterAbsence(hiddenGraceMs(), {
    loadedAt: performance.timeOrigin,
    href: isProtectedPath(pathname) ? pathname + search : null,
  })
  if (!container) return
  const router = makeRouter()
  await preloadScreens(router, pathname)
  await yieldToMain()
  const root = createRoot(container)
  // Shell and first screen render slowly together: a transition renders them in slices.
  startTransition(() => {
    root.render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    )
  })
  await startServiceWorker()
}

// Boot.js, next to index.html, shows Retry if the settings or this file do not arrive.
start().catch(() => window.dispatchEvent(new Event('dockside:boot-failed')))
