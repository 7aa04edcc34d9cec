/** Mounts the console: settings first, then the first screen; what the sign-in page does not need follows. */
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, hiddenGraceMs } from '#console/app.tsx'
import { loadConfig } from '#console/data/api/host/load-config.ts'
import { yieldToMain } from '#console/data/api/run-chunked.ts'
import { makeFirstRouter, preloadNextSteps } from '#console/first-router.tsx'
import { listenForInstall } from '#console/pwa/install.ts'
import { installTrustedTypesPolicy } from '#console/pwa/trusted-types.ts'
import type { AppRouter } from '#console/router.tsx'
import { isProtectedPath } from '#contract/screens.ts'
import { lockAfterAbsence, lockExpired } from '#console/session/clock.ts'
import { expiredAtLoad, readSession } from '#console/session/session.ts'
import { loadBackground } from '#console/start/load-background.ts'
import { whenIdle } from '#console/ui/when-idle.ts'
import '#console/styles.css'

const container = document.getElementById('root')

async function start(): Promise<void> {
  const { pathname, search } = window.location
  // The imports have just been evaluated: enough for one task.
  await yieldToMain()
  const isScreen = isProtectedPath(pathname) && readSession().token !== null
  if (isScreen) preloadFont()
  const screens = isScreen ? loadScreens() : null
  await yieldToMain()
  installTrustedTypesPolicy()
  listenForInstall()
  await loadConfig()
  await yieldToMain()
  const href = isProtectedPath(pathname) ? pathname + search : null
  lockAfterAbsence(hiddenGraceMs(), { loadedAt: performance.timeOrigin, href })
  const login = lockExpired(expiredAtLoad, href)
  if (login !== null) window.history.replaceState(null, '', login)
  if (!container) return
  const router = await openRouter(screens, pathname)
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
  if (!isScreen) whenIdle(() => void preloadNextSteps())
}

/** A signed-in start draws in Inter at once; the sign-in page does not wait for it. */
function preloadFont(): void {
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'font'
  link.type = 'font/woff2'
  link.crossOrigin = 'anonymous'
  link.href = new URL('fonts/inter.woff2', import.meta.url).href
  document.head.append(link)
}

/** The screens and what works behind them; null if they did not arrive, which the first router says with Retry. */
async function loadScreens() {
  // Before the list, which imports it: loaded first, its scripts are evaluated one by one.
  const background = loadBackground()
  // The router asks for it only after it has been evaluated.
  import('#console/list/list-page.tsx').catch(() => undefined)
  try {
    const [screens] = await Promise.all([import('#console/router.tsx'), background])
    return screens
  } catch {
    return null
  }
}

/** A router that is ready to be rendered. */
async function openRouter(
  coming: ReturnType<typeof loadScreens> | null,
  pathname: string,
): Promise<AppRouter> {
  const screens = await coming
  await yieldToMain()
  const router = screens ? screens.makeRouter() : makeFirstRouter()
  await yieldToMain()
  await (screens ? screens.preloadScreens(router, pathname) : router.load())
  return router
}

// Boot.js, next to index.html, shows Retry if the settings or this file do not arrive.
start().then(
  () => window.dispatchEvent(new Event('dockside:started')),
  () => window.dispatchEvent(new Event('dockside:boot-failed')),
)
