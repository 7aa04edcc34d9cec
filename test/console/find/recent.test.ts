/** What was opened lately, when one person follows another on the same tablet. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readRecord } from '#console/data/device/device-store.ts'
import {
  forgetRecentWithSession,
  noteOpened,
  readRecent,
  recentlyOpened,
} from '#console/find/recent.ts'
import { emptyDisk } from '#test/support/console/device.ts'
import { CACHE_KEY } from '#test/support/people.ts'
import { signedIn, signedOut } from '#test/support/console/session.ts'

let stop = (): void => undefined

beforeEach(async () => {
  // No time passes, so that a slow machine does not look like a device that does not answer.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await readRecord('makes the database')
  await emptyDisk()
  stop = forgetRecentWithSession()
})
afterEach(() => {
  stop()
  signedOut()
  vi.useRealTimers()
})

const opened = () => recentlyOpened().map(({ open }) => open)

test('what a person opened lately is still there when their sign-in follows that of another at once', async () => {
  signedIn({ username: 'ada', cacheKey: CACHE_KEY })
  await noteOpened('/bins', '1')
  await noteOpened('/bins', '2')
  signedIn({ username: 'kim', cacheKey: CACHE_KEY })
  const reading = readRecent()
  signedIn({ username: 'ada', cacheKey: CACHE_KEY })
  await noteOpened('/bins', '3')
  await reading
  expect(opened()).toEqual(['3', '2', '1'])
})
