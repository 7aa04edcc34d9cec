import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EXPORT_EXCUSE_MS, HIDDEN_GRACE_TAB_MS } from '#contract/constants.ts'
import { excuseSheet } from '#console/factors/excuse-sheet.ts'
import { allowHiddenUntil, startSessionClock } from '#console/session/clock.ts'
import { onSessionEnd } from '#console/session/session.ts'
import { hidePage, showPage } from '#test/support/console/page-visibility.ts'
import { signedIn, signedOut } from '#test/support/console/session.ts'

const ends: string[] = []
const stops: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  signedOut()
  signedIn()
  allowHiddenUntil(0)
  ends.length = 0
  stops.push(
    onSessionEnd(({ reason }) => void ends.push(reason)),
    startSessionClock(() => HIDDEN_GRACE_TAB_MS),
  )
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  showPage()
  vi.useRealTimers()
})

/** Hides the page for ten seconds. */
function leave(): void {
  hidePage()
  vi.advanceTimersByTime(10_000)
  showPage()
}

test('a sheet that hides the page locks nothing, even if its answer comes before the page is shown', async () => {
  await excuseSheet(async () => {
    hidePage()
    vi.advanceTimersByTime(10_000)
  })
  showPage()
  expect(ends).toEqual([])
  leave()
  expect(ends).toEqual(['hidden'])
})

test('a cancelled sheet leaves the excuse of the dialog that opened it', async () => {
  allowHiddenUntil(Date.now() + EXPORT_EXCUSE_MS)
  const cancelled = excuseSheet(() => Promise.reject(new Error('cancelled')))
  await expect(cancelled).rejects.toThrow('cancelled')
  leave()
  expect(ends).toEqual([])
})

test('after a sheet, a page that nothing else excuses locks as usual', async () => {
  await excuseSheet(async () => leave())
  expect(ends).toEqual([])
  leave()
  expect(ends).toEqual(['hidden'])
})
