/** The one home of the session's timers: lifetime, warning, hidden page (console.md section 4). */
import {
  SESSION_CHECK_EVERY_MS,
  SESSION_LIFETIME_MS,
  SESSION_WARNING_MS,
} from '#contract/constants.ts'
import { endSession, isFullyAuthenticated, readSession } from '#console/session/session.ts'

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

/** Starts the clock; returns what stops it. */
export function startSessionClock(settings: ClockSettings): () => void {
  let warnedToken: string | null = null
  let hiddenSince: number | null = null
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

  const lockIfHiddenTooLong = (): void => {
    const grace = settings.hiddenGraceMs()
    if (hiddenSince === null || grace === null || !isFullyAuthenticated(readSession())) return
    if (Date.now() - hiddenSince >= grace) endSession('hidden')
  }

  const onVisibility = (): void => {
    clearTimeout(hiddenTimer)
    const grace = settings.hiddenGraceMs()
    if (document.visibilityState === 'hidden') {
      hiddenSince = Date.now()
      if (grace !== null) hiddenTimer = setTimeout(lockIfHiddenTooLong, grace)
      return
    }
    // The timer does not run while the tablet freezes the page: compare on return as well.
    lockIfHiddenTooLong()
    hiddenSince = null
    check()
  }

  const timer = setInterval(check, SESSION_CHECK_EVERY_MS)
  document.addEventListener('visibilitychange', onVisibility)
  check()
  return () => {
    clearInterval(timer)
    clearTimeout(hiddenTimer)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}
