/** All timers of the session: lifetime, warning, hidden page (specification.md section 4). */
import {
  EXPORT_EXCUSE_MS,
  SESSION_CHECK_EVERY_MS,
  SESSION_LIFETIME_MS,
  SESSION_WARNING_MS,
} from '#contract/constants.ts'
import { storeLock } from '#console/session/lock.ts'
import { readHiddenSince, writeHiddenSince } from '#console/session/hidden-since.ts'
import { storeReturnPlace } from '#console/session/return-place.ts'
import {
  endSession,
  isFullyAuthenticated,
  isSameAdmin,
  isTokenTooOld,
  readSession,
  reloadSession,
  subscribeToSession,
} from '#console/session/session.ts'
import { tempPasswordRemainingMs } from '#console/session/temp-password.ts'

/** How long the page may be hidden, in ms; null for no limit (decisions/console/session.md). */
type HiddenGrace = () => number | null

/** The remaining lifetime of the session in ms; null without a session. */
export function remainingMs(now: number): number | null {
  const { token, tokenCreatedAt } = readSession()
  return token === null || tokenCreatedAt === null
    ? null
    : tokenCreatedAt + SESSION_LIFETIME_MS - now
}

/**
 * Locks, before anything is painted, if this page was hidden for too long before it was loaded. A
 * page that the tablet discarded, or that was left and reopened, loads as a new one. Its time
 * origin is when loading began, so a reload and a typed address, which hide the page only
 * afterwards, pass. `href` is the place to come back to, if it is one.
 */
export function lockAfterAbsence(
  hiddenGraceMs: number | null,
  page: { readonly loadedAt: number; readonly href: string | null },
): void {
  const session = readSession()
  const since = readHiddenSince()
  writeHiddenSince(null)
  if (since === null || hiddenGraceMs === null || !isFullyAuthenticated(session)) return
  // The browser's time origin does not follow a correction of the clock, so a later `since` proves no absence: it would
  // lock at the first reload after one.
  if (page.loadedAt - since <= hiddenGraceMs) return
  endSession('hidden')
  const { username } = session
  if (username !== null && page.href !== null) storeReturnPlace({ username, href: page.href })
}

/**
 * Leaves what a lock leaves (decisions/console/session.md) if the session had expired before the page was loaded, whose
 * token has then been dropped already. `href` is the place to come back to, if it is one.
 * @returns where to begin instead; null if the page may begin where it is
 */
export function lockExpired(
  username: string | null,
  href: string | null,
): '/login?expired=true' | null {
  if (username === null || href === null) return null
  storeLock({ username, wasHidden: false })
  storeReturnPlace({ username, href })
  return '/login?expired=true'
}

let excusedUntil = 0

/**
 * Starts counting hidden time only at this moment (ms), at most a minute from now: the browser may
 * cover the page with a share sheet after an export (decisions/console/session.md).
 * @returns the moment that applied before
 */
export function allowHiddenUntil(untilMs: number): number {
  const before = excusedUntil
  excusedUntil = untilMs
  return before
}

/** The rest of an excuse, in ms; setting the clock back does not prolong it. */
function excuseLeftMs(): number {
  const left = excusedUntil - Date.now()
  return left > EXPORT_EXCUSE_MS ? 0 : Math.max(0, left)
}

/** Starts the clock; returns a function that stops it. */
export function startSessionClock(hiddenGraceMs: HiddenGrace): () => void {
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined

  const check = (): void => {
    const { tokenCreatedAt } = readSession()
    if (tokenCreatedAt !== null && isTokenTooOld(tokenCreatedAt, Date.now())) endSession('expired')
  }

  const onVisibility = (): void => {
    clearTimeout(hiddenTimer)
    const grace = hiddenGraceMs()
    if (document.visibilityState === 'hidden') {
      // Also read by the page that is loaded if the tablet discards this one meanwhile.
      const excused = excuseLeftMs()
      writeHiddenSince(Date.now() + excused)
      // Strictly longer than the grace period (specification.md section 9).
      if (grace !== null)
        hiddenTimer = setTimeout(lockIfHiddenTooLong, excused + grace + 1, hiddenGraceMs)
      return
    }
    // The timer does not run while the tablet freezes the page, so the time is also compared on
    // return.
    lockIfHiddenTooLong(hiddenGraceMs)
    writeHiddenSince(null)
    check()
  }

  const timer = setInterval(check, SESSION_CHECK_EVERY_MS)
  const stopCurtain = hideUntilChecked(() => lockIfHiddenTooLong(hiddenGraceMs))
  const stopForgetting = forgetTempPasswordInTime()
  document.addEventListener('visibilitychange', onVisibility)
  check()
  // A page may be loaded in a background tab.
  if (document.visibilityState === 'hidden') onVisibility()
  return () => {
    clearInterval(timer)
    clearTimeout(hiddenTimer)
    stopCurtain()
    stopForgetting()
    document.removeEventListener('visibilitychange', onVisibility)
  }
}

/**
 * Calls `onWarning` when 5 minutes or less remain, once per renewal; returns a function that stops
 * it.
 */
export function watchForWarning(onWarning: () => void): () => void {
  // Another server may renew a session with the same token.
  let warnedOf: number | null = null
  const check = (): void => {
    const { tokenCreatedAt } = readSession()
    const remaining = remainingMs(Date.now())
    if (remaining === null || remaining > SESSION_WARNING_MS || warnedOf === tokenCreatedAt) return
    warnedOf = tokenCreatedAt
    onWarning()
  }
  const timer = setInterval(check, SESSION_CHECK_EVERY_MS)
  document.addEventListener('visibilitychange', check)
  check()
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', check)
  }
}

/**
 * Deletes the password between the factors after 5 minutes, even if nothing reads it
 * (decisions/console/session.md).
 */
function forgetTempPasswordInTime(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    clearTimeout(timer)
    const left = tempPasswordRemainingMs(Date.now())
    if (left !== null) timer = setTimeout(look, left)
  }
  const stopListening = subscribeToSession(look)
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    clearTimeout(timer)
    stopListening()
    document.removeEventListener('visibilitychange', look)
  }
}

function lockIfHiddenTooLong(hiddenGraceMs: HiddenGrace): void {
  const grace = hiddenGraceMs()
  const since = readHiddenSince()
  if (since === null || grace === null || !isFullyAuthenticated(readSession())) return
  if (excuseLeftMs() > 0) return
  // A clock that was set back must not count as zero elapsed time.
  if (Math.abs(Date.now() - since) > grace) endSession('hidden')
}

/**
 * A page in the back/forward cache returns as it was left, even if its session has ended since. So
 * it is hidden when it is left, and shown only after the session has been checked again.
 */
function hideUntilChecked(lookAgain: () => void): () => void {
  const draw = (visibility: 'hidden' | ''): void => {
    document.documentElement.style.visibility = visibility
  }
  const onLeave = (event: PageTransitionEvent): void => {
    if (event.persisted) draw('hidden')
  }
  const onReturn = (event: PageTransitionEvent): void => {
    if (!event.persisted) return
    const { username: before } = readSession()
    reloadSession(Date.now())
    const { token, username } = readSession()
    if (token === null) endSession('hidden')
    // Signed in on a later page of this tab, while this one was told nothing: its rows belong to the previous admin.
    else if (before !== null && username !== null && !isSameAdmin(before, username))
      endSession('other-admin')
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
