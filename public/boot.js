// Before anything else has arrived: a first load that breaks off is tried once more by itself, for what
// came stays in the browser's cache; then it shows Retry, never a blank page.
;(() => {
  const GIVES_UP_AFTER_MS = 30000
  const TRIED = 'dockside.triedAgain'
  let failed = false
  const part = (name) => document.querySelector(`[data-boot="${name}"]`)
  const fail = () => {
    failed = true
    part('loading')?.setAttribute('hidden', '')
    part('failed')?.removeAttribute('hidden')
    document.querySelector('.boot')?.classList.add('boot-broken')
  }
  /** True once a tab, until the console starts; never where the tab cannot remember it. */
  const mayTryAgain = () => {
    try {
      const may = navigator.onLine && sessionStorage.getItem(TRIED) === null
      sessionStorage.setItem(TRIED, 'yes')
      return may && sessionStorage.getItem(TRIED) !== null
    } catch {
      return false
    }
  }
  // A part that comes later says so itself (part-files.ts), and may be asked for before anything is drawn.
  const isNeeded = (element) =>
    element instanceof HTMLScriptElement ||
    (element instanceof HTMLLinkElement &&
      element.rel === 'stylesheet' &&
      element.dataset.part === undefined)
  const breakOff = () => {
    if (failed) return
    const again = mayTryAgain()
    fail()
    if (again) window.location.reload()
  }
  window.addEventListener('dockside:boot-failed', breakOff)
  window.addEventListener(
    'error',
    (event) => {
      if (isNeeded(event.target) && part('loading')) breakOff()
    },
    true,
  )
  const forget = () => {
    try {
      if (!failed) sessionStorage.removeItem(TRIED)
    } catch {
      // Nothing was remembered.
    }
  }
  // Only a start that succeeded ends the attempts (main.tsx): the settings may come, or fail, long after the page.
  window.addEventListener('dockside:started', () => {
    if (document.readyState === 'complete') forget()
    else window.addEventListener('load', forget)
  })
  setTimeout(() => part('loading') && fail(), GIVES_UP_AFTER_MS)
  // An impatient second reload is no absence: the page was on the screen while it loaded. A real absence before it stays
  // one (lockAfterAbsence in clock.ts, which reads and removes the time once the console starts).
  const HIDDEN_SINCE = 'hiddenSince'
  const stored = () => {
    try {
      return sessionStorage.getItem(HIDDEN_SINCE)
    } catch {
      return null
    }
  }
  let since = stored()
  const absentMs = Math.max(0, performance.timeOrigin - Number(since))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden' || since === null || stored() !== since) return
    since = String(Date.now() - absentMs)
    sessionStorage.setItem(HIDDEN_SINCE, since)
  })
  // The settings come beside the scripts, not after them (console-host.ts).
  window.docksideSettings = fetch('/config.json', { cache: 'no-cache' }).catch(() => null)
})()
