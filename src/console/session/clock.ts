/** The one home of the session's timers: lifetime, warning, hidden page (console.md section 4). */
import {
  SESSION_CHECK_EVERY_MS,
  SESSION_LIFETIME_MS,
  SESSION_WARNING_MS,
} from '#contract/constants.ts'
import {
  endSession,
  isFullyAuthenticated,
  keepReturnPlace,
  readHiddenSince,
  readSession,
  reloadSession,
  writeHiddenSince,
} from '#console/session/session.ts'

/** How long the page may be hidden, in ms; null: for as long as it likes (decisions.md 3.3). */
export interface ClockSettings {
  readonly hiddenGraceMs: () => number | null
  /** Called when 5 minutes or less remain, once a token. */
  readonly onWarning: () => void
}

/** What remains of the session in ms, or null without one. */
export function remainingMs(now: number): number | null {
  const { token, tokenCreatedAt } = readSession()
  return token === null || tokenCreatedAt === null
    ? null
    : tokenCreatedAt + SESSION_LIFETIME_MS - now
}

/**
 * Before anything is painted: was this page hidden for too long before it was loaded? A page that
 * the tablet discarded, or that was left and come back to, is a new one. Its time of origin is when
 * the loading began, so a reload and a typed address, which hide the page only afterwards, pass.
 */
export function lockAfterAbsence(
  hiddenGraceMs: number | null,
  page: { readonly loadedAt: number; readonly href: string },
): void {
  const { username } = readSession()
  lockIfHiddenTooLong(hiddenGraceMs, page.loadedAt)
  writeHiddenSince(null)
  const locked = username !== null && readSession().username === null
  if (locked) keepReturnPlace({ username, href: page.href })
}

/** Starts the clock; returns what stops it. */
export function startSessionClock(settings: ClockSettings): () => void {
  let warnedToken: string | null = null
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined

  const check = (): void => {
    const remaining = remainingMs(Date.now())
    if (remaining === null) return
    if (remaining <= 0) endSession('expired')
    else if (remaining <= SESSION_WARNING_MS && warnedToken !== readSession().token) {
      warnedToken = readSession().token
      settings.onWarning()
    }
  }

  const onVisibility = (): void => {
    clearTimeout(hiddenTimer)
    const grace = settings.hiddenGraceMs()
    if (document.visibilityState === 'hidden') {
      writeHiddenSince(Date.now())
      if (grace !== null) {
        hiddenTimer = setTimeout(() => lockIfHiddenTooLong(grace, Date.now()), grace)
      }
      return
    }
    // The timer does not run while the tablet freezes the page: compare on return as well.
    lockIfHiddenTooLong(grace, Date.now())
    writeHiddenSince(null)
    check()
  }

  const timer = setInterval(check, SESSION_CHECK_EVERY_MS)
  const stopCurtain = hangCurtain(() => lockIfHiddenTooLong(settings.hiddenGraceMs(), Date.now()))
  document.addEventListener('visibilitychange', onVisibility)
  check()
  return () => {
    clearInterval(timer)
    clearTimeout(hiddenTimer)
    stopCurtain()
    document.removeEventListener('visibilitychange', onVisibility)
  }
}

function lockIfHiddenTooLong(hiddenGraceMs: number | null, now: number): void {
  const since = readHiddenSince()
  if (since === null || hiddenGraceMs === null || !isFullyAuthenticated(readSession())) return
  if (now - since >= hiddenGraceMs) endSession('hidden')
}

/**
 * A page in the back/forward cache comes back as it was left, also when its session has ended since:
 * it leaves behind a curtain, which falls only once the session was looked at again.
 */
function hangCurtain(lookAgain: () => void): () => void {
  const draw = (visibility: 'hidden' | ''): void => {
    document.documentElement.style.visibility = visibility
  }
  const onLeave = (event: PageTransitionEvent): void => {
    if (event.persisted) draw('hidden')
  }
  const onReturn = (event: PageTransitionEvent): void => {
    if (!event.persisted) return
    reloadSession(Date.now())
    if (readSession().token === null) endSession('hidden')
    lookAgain()
    draw('')
  }
  window.addEventListener('pagehide', onLeave)
  window.addEventListener('pageshow', onReturn)
  return () => {
    window.removeEventListener('pagehide', onLeave)
    window.removeEventListener('pageshow', onReturn)
  }
}
