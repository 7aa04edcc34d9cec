import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  EXPORT_EXCUSE_MS,
  HIDDEN_GRACE_TAB_MS,
  SESSION_CHECK_EVERY_MS,
  SESSION_LIFETIME_MS,
  SESSION_WARNING_MS,
  TEMP_PASSWORD_LIFETIME_MS,
} from '#contract/constants.ts'
import {
  allowHiddenUntil,
  lockAfterAbsence,
  remainingMs,
  startSessionClock,
  watchForWarning,
} from '#console/session/clock.ts'
import { readHiddenSince, writeHiddenSince } from '#console/session/hidden-since.ts'
import { consumeReturnPlace } from '#console/session/return-place.ts'
import { onSessionEnd, readSession, type EndReason } from '#console/session/session.ts'
import { replaceToken } from '#console/session/steps.ts'
import {
  firstFactorOnly,
  signedOut,
  signedIn,
  skippedSetup,
} from '#test/support/console/session.ts'
import { hidePage, showPage } from '#test/support/console/page-visibility.ts'

const NOON = Date.UTC(2026, 4, 11, 12)
const ends: EndReason[] = []
const onWarning = vi.fn<() => void>()
const stops: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers({ now: NOON })
  signedOut()
  allowHiddenUntil(0)
  ends.length = 0
  onWarning.mockClear()
  stops.push(onSessionEnd(({ reason }) => void ends.push(reason)))
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  showPage()
  vi.useRealTimers()
})

function startClock(graceMs: number | null = HIDDEN_GRACE_TAB_MS): void {
  stops.push(
    startSessionClock(() => graceMs),
    watchForWarning(onWarning),
  )
}

/** Lets time pass without running a timer, like a tablet that freezes the page. */
function freeze(ms: number): void {
  vi.setSystemTime(Date.now() + ms)
}

describe('the lifetime', () => {
  test('a session lasts 4 hours, checked every minute', () => {
    signedIn()
    startClock()
    vi.advanceTimersByTime(SESSION_LIFETIME_MS - 1)
    expect(ends).toEqual([])
    vi.advanceTimersByTime(SESSION_CHECK_EVERY_MS)
    expect(ends).toEqual(['expired'])
    expect(readSession().token).toBeNull()
  })

  test('the lifetime also ends a session without the second factor', () => {
    firstFactorOnly()
    startClock()
    vi.advanceTimersByTime(SESSION_LIFETIME_MS)
    expect(ends).toEqual(['expired'])
  })

  test('a refreshed token restarts the lifetime', () => {
    signedIn()
    startClock()
    vi.advanceTimersByTime(SESSION_LIFETIME_MS - SESSION_WARNING_MS)
    replaceToken({ token: 'fresh' }, Date.now())
    vi.advanceTimersByTime(SESSION_WARNING_MS)
    expect(ends).toEqual([])
    expect(remainingMs(Date.now())).toBe(SESSION_LIFETIME_MS - SESSION_WARNING_MS)
  })

  test('a page that was frozen past the lifetime ends the session at once', () => {
    signedIn()
    startClock(null)
    hidePage()
    freeze(SESSION_LIFETIME_MS)
    showPage()
    expect(ends).toEqual(['expired'])
  })

  test('without a session nothing expires, and a stopped clock checks nothing', () => {
    expect(remainingMs(Date.now())).toBeNull()
    signedIn()
    startClock()
    for (const stop of stops.splice(1)) stop()
    vi.advanceTimersByTime(2 * SESSION_LIFETIME_MS)
    expect(ends).toEqual([])
  })
})

describe('the warning', () => {
  test('the warning comes with 5 minutes left, once per token', () => {
    signedIn()
    startClock()
    vi.advanceTimersByTime(SESSION_LIFETIME_MS - SESSION_WARNING_MS - 1)
    expect(onWarning).not.toHaveBeenCalled()
    vi.advanceTimersByTime(SESSION_CHECK_EVERY_MS)
    expect(onWarning).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(3 * SESSION_CHECK_EVERY_MS)
    expect(onWarning).toHaveBeenCalledTimes(1)
  })

  test('the warning comes again for the next token', () => {
    signedIn()
    startClock()
    vi.advanceTimersByTime(SESSION_LIFETIME_MS - SESSION_WARNING_MS)
    replaceToken({ token: 'fresh' }, Date.now())
    vi.advanceTimersByTime(SESSION_LIFETIME_MS - SESSION_WARNING_MS)
    expect(onWarning).toHaveBeenCalledTimes(2)
  })

  test('the warning comes again if the server renews the session with the same token', () => {
    signedIn({ token: 'same' })
    startClock()
    vi.advanceTimersByTime(SESSION_LIFETIME_MS - SESSION_WARNING_MS)
    replaceToken({ token: 'same' }, Date.now())
    vi.advanceTimersByTime(SESSION_LIFETIME_MS - SESSION_WARNING_MS)
    expect(onWarning).toHaveBeenCalledTimes(2)
  })

  test('the warning comes at once on a page that was frozen into the last 5 minutes', () => {
    signedIn()
    startClock(null)
    hidePage()
    freeze(SESSION_LIFETIME_MS - SESSION_WARNING_MS)
    expect(onWarning).not.toHaveBeenCalled()
    showPage()
    expect(onWarning).toHaveBeenCalledTimes(1)
  })

  test('the warning comes at once when the page was loaded in the last 5 minutes', () => {
    signedIn({ at: NOON - SESSION_LIFETIME_MS + 60_000 })
    startClock()
    expect(onWarning).toHaveBeenCalledTimes(1)
  })
})

describe('a hidden page', () => {
  test('hiding the page for half a second does not lock', () => {
    signedIn()
    startClock()
    hidePage()
    vi.advanceTimersByTime(500)
    showPage()
    vi.advanceTimersByTime(60_000)
    expect(ends).toEqual([])
  })

  test('hiding the page for one and a half seconds locks while it is hidden', () => {
    signedIn()
    startClock()
    hidePage()
    vi.advanceTimersByTime(1_500)
    expect(ends).toEqual(['hidden'])
  })

  test('the hidden time is counted from zero each time', () => {
    signedIn()
    startClock()
    for (let times = 0; times < 4; times += 1) {
      hidePage()
      vi.advanceTimersByTime(600)
      showPage()
      vi.advanceTimersByTime(600)
    }
    expect(ends).toEqual([])
  })

  test('a hidden page that was frozen locks on return, before a timer has run', () => {
    signedIn()
    startClock()
    hidePage()
    freeze(1_500)
    expect(ends).toEqual([])
    showPage()
    expect(ends).toEqual(['hidden'])
  })

  test('a hidden page that was frozen for exactly a second does not lock', () => {
    signedIn()
    startClock()
    hidePage()
    freeze(1_000)
    showPage()
    expect(ends).toEqual([])
  })

  test('a hidden page never locks if the rule is off', () => {
    signedIn()
    startClock(null)
    hidePage()
    vi.advanceTimersByTime(3_600_000)
    showPage()
    expect(ends).toEqual([])
  })

  test('a hidden page locks after the configured grace period, such as 5 minutes in the installed app', () => {
    signedIn()
    startClock(300_000)
    hidePage()
    vi.advanceTimersByTime(300_000)
    expect(ends).toEqual([])
    vi.advanceTimersByTime(1)
    expect(ends).toEqual(['hidden'])
  })

  test('a hidden page does not lock before the second factor, as the authenticator may be on this device', () => {
    firstFactorOnly()
    startClock()
    hidePage()
    vi.advanceTimersByTime(10_000)
    showPage()
    expect(ends).toEqual([])
  })

  test('a hidden page also locks a session that skipped the second factor', () => {
    skippedSetup()
    startClock()
    hidePage()
    vi.advanceTimersByTime(1_500)
    expect(ends).toEqual(['hidden'])
  })

  test('a stopped clock ignores a hidden page', () => {
    signedIn()
    startClock()
    hidePage()
    for (const stop of stops.splice(1)) stop()
    vi.advanceTimersByTime(1_500)
    showPage()
    expect(ends).toEqual([])
  })
})

describe('a page that is hidden after an export', () => {
  const exportNow = () => allowHiddenUntil(Date.now() + EXPORT_EXCUSE_MS)

  test('hiding for 30 seconds after an export does not lock, whether timers ran or not', () => {
    signedIn()
    startClock()
    exportNow()
    hidePage()
    vi.advanceTimersByTime(30_000)
    showPage()
    hidePage()
    freeze(20_000)
    showPage()
    vi.advanceTimersByTime(60_000)
    expect(ends).toEqual([])
  })

  test('hiding after an export locks once a minute and the usual time have passed', () => {
    signedIn()
    startClock()
    exportNow()
    hidePage()
    vi.advanceTimersByTime(EXPORT_EXCUSE_MS + HIDDEN_GRACE_TAB_MS)
    expect(ends).toEqual([])
    vi.advanceTimersByTime(1)
    expect(ends).toEqual(['hidden'])
  })

  test('hiding after an export locks on return after 90 frozen seconds', () => {
    signedIn()
    startClock()
    exportNow()
    hidePage()
    freeze(90_000)
    showPage()
    expect(ends).toEqual(['hidden'])
  })

  test('hiding locks as usual once the minute is over', () => {
    signedIn()
    startClock()
    exportNow()
    vi.advanceTimersByTime(90_000)
    hidePage()
    vi.advanceTimersByTime(1_500)
    expect(ends).toEqual(['hidden'])
  })

  test('a clock that is set back does not prolong the excuse', () => {
    signedIn()
    startClock()
    exportNow()
    freeze(-3_600_000)
    hidePage()
    vi.advanceTimersByTime(1_500)
    expect(ends).toEqual(['hidden'])
  })

  test.each([
    [30_000, false],
    [90_000, true],
  ])(
    'a page that is discarded after an export and reloaded after %i ms locks: %s',
    (awayMs, locks) => {
      signedIn()
      startClock()
      exportNow()
      hidePage()
      lockAfterAbsence(HIDDEN_GRACE_TAB_MS, { loadedAt: NOON + awayMs, href: null })
      expect(ends).toEqual(locks ? ['hidden'] : [])
    },
  )
})

describe('a page that was discarded while it was hidden', () => {
  const href = '/bins?q=A-01'
  const cases: readonly [what: string, graceMs: number | null, awayMs: number, locks: boolean][] = [
    ['for exactly a second', 1_000, 1_000, false],
    ['for more than a second', 1_000, 1_001, true],
    ['for an hour with the rule off', null, 3_600_000, false],
  ]
  test.each(cases)(
    'a page discarded %s locks before anything is painted, or not',
    (_what, grace, away, locks) => {
      signedIn()
      writeHiddenSince(NOON)
      lockAfterAbsence(grace, { loadedAt: NOON + away, href })
      expect(ends).toEqual(locks ? ['hidden'] : [])
      expect(consumeReturnPlace('ada')).toBe(locks ? href : null)
      expect(readHiddenSince()).toBeNull()
    },
  )

  test('a reload does not count as absence: the page was hidden only after the new one began', () => {
    signedIn()
    writeHiddenSince(NOON + 20)
    lockAfterAbsence(0, { loadedAt: NOON, href })
    expect(ends).toEqual([])
  })

  test('a reload passes after the clock was corrected, which the time of loading does not follow', () => {
    signedIn()
    writeHiddenSince(NOON)
    lockAfterAbsence(HIDDEN_GRACE_TAB_MS, { loadedAt: NOON - 3_600_000, href })
    expect(ends).toEqual([])
  })

  test('a page that is reloaded within the excuse of an export passes, because its hidden time has not begun', () => {
    signedIn()
    writeHiddenSince(NOON + EXPORT_EXCUSE_MS)
    lockAfterAbsence(HIDDEN_GRACE_TAB_MS, { loadedAt: NOON, href })
    expect(ends).toEqual([])
  })

  test('a discarded page locks neither before the second factor nor if it was never hidden', () => {
    firstFactorOnly()
    writeHiddenSince(NOON)
    lockAfterAbsence(1_000, { loadedAt: NOON + 60_000, href })
    signedIn()
    lockAfterAbsence(1_000, { loadedAt: NOON + 60_000, href })
    expect(ends).toEqual([])
  })
})

describe('a clock that jumps', () => {
  test('a clock that jumps back while the page is hidden counts as an absence of that length', () => {
    signedIn()
    startClock()
    hidePage()
    freeze(-60_000)
    showPage()
    expect(ends).toEqual(['hidden'])
  })

  test('a clock that jumps past the lifetime ends the session at the next check', () => {
    signedIn()
    startClock()
    freeze(SESSION_LIFETIME_MS)
    vi.advanceTimersByTime(SESSION_CHECK_EVERY_MS)
    expect(ends).toEqual(['expired'])
  })
})

describe('a page loaded in a background tab', () => {
  test('a page loaded in a background tab locks after its time', () => {
    signedIn()
    hidePage()
    startClock()
    vi.advanceTimersByTime(HIDDEN_GRACE_TAB_MS)
    expect(ends).toEqual([])
    vi.advanceTimersByTime(1)
    expect(ends).toEqual(['hidden'])
  })
})

describe('the stored password', () => {
  const waits = () => window.sessionStorage.getItem('tempPassword') !== null

  test('the password is removed after 5 minutes without being read, and nothing locks', () => {
    startClock()
    firstFactorOnly()
    vi.advanceTimersByTime(TEMP_PASSWORD_LIFETIME_MS - 1)
    expect(waits()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(waits()).toBe(false)
    expect(readSession().username).toBe('ada')
    expect(ends).toEqual([])
  })

  test('the password outlasts minutes in the authenticator, but not on a page frozen past its time', () => {
    firstFactorOnly()
    startClock()
    hidePage()
    freeze(TEMP_PASSWORD_LIFETIME_MS - 60_000)
    showPage()
    expect(waits()).toBe(true)
    hidePage()
    freeze(60_000)
    showPage()
    expect(waits()).toBe(false)
    expect(ends).toEqual([])
  })
})

describe('a page from the back/forward cache', () => {
  const leave = (persisted: boolean) =>
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted }))
  const comeBack = () =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  const curtain = () => document.documentElement.style.visibility

  test('a page from the back/forward cache stays hidden until the session was checked again', () => {
    signedIn()
    startClock()
    leave(true)
    expect(curtain()).toBe('hidden')
    comeBack()
    expect(curtain()).toBe('')
    expect(ends).toEqual([])
  })

  test('a page from the back/forward cache shows nothing of a session that has ended since', () => {
    signedIn()
    startClock()
    leave(true)
    window.sessionStorage.clear()
    comeBack()
    expect(ends).toEqual(['hidden'])
    expect(readSession().token).toBeNull()
  })

  test('a page from the back/forward cache locks when it was away for too long', () => {
    signedIn()
    startClock()
    hidePage()
    leave(true)
    freeze(60_000)
    comeBack()
    expect(ends).toEqual(['hidden'])
  })

  test('a page from the back/forward cache shows nothing to another admin who has signed in since', () => {
    signedIn({ username: 'ada' })
    startClock()
    leave(true)
    // A later page of this tab wrote it, so this page was not told.
    window.sessionStorage.setItem('username', 'bob')
    window.sessionStorage.setItem('token', 'token-of-bob')
    comeBack()
    expect(ends).toEqual(['other-admin'])
    expect(readSession().token).toBeNull()
    expect(curtain()).toBe('')
  })

  test('a page from the back/forward cache goes on for the same admin who has signed in again', () => {
    signedIn({ username: 'ada' })
    startClock()
    leave(true)
    window.sessionStorage.setItem('username', 'Ada')
    window.sessionStorage.setItem('token', 'next-token')
    comeBack()
    expect(ends).toEqual([])
    expect(readSession().token).toBe('next-token')
  })

  test('a page that is unloaded for good is not hidden', () => {
    signedIn()
    startClock()
    leave(false)
    expect(curtain()).toBe('')
  })
})
