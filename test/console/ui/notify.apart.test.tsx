/** Notices come one at a time, and what failed is said first. */
import { act, cleanup, render, screen } from '@testing-library/react'
import { MantineProvider } from '@mantine/core'
import { notifications, Notifications } from '@mantine/notifications'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LONG_NOTICE_MS, NOTICE_MS } from '#contract/constants.ts'
import { notifyConcern, notifyFailure, notifySuccess } from '#console/ui/notify.tsx'
import { theme } from '#console/theme.ts'

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <MantineProvider theme={theme}>
      <Notifications position="top-center" limit={1} />
    </MantineProvider>,
  )
})
afterEach(() => {
  act(() => notifications.clean())
  cleanup()
  vi.useRealTimers()
})

/** What is up, after a notice that goes has faded. */
async function shown(afterMs = 1_000): Promise<(string | null)[]> {
  await act(() => vi.advanceTimersByTimeAsync(afterMs))
  return [...screen.queryAllByRole('alert'), ...screen.queryAllByRole('status')].map(
    ({ textContent }) => textContent,
  )
}

test('a failure takes the place of a concern at once, which comes again after it', async () => {
  act(() => notifyConcern('Few codes are left.'))
  expect(await shown()).toEqual(['Few codes are left.'])
  act(() => notifyFailure('Not booked.'))
  expect(await shown()).toEqual(['Not booked.'])
  expect(await shown(NOTICE_MS)).toEqual(['Few codes are left.'])
  expect(await shown(LONG_NOTICE_MS)).toEqual([])
})

test('a failure takes the place of a success, which does not come again', async () => {
  act(() => notifySuccess('Booked.'))
  expect(await shown()).toEqual(['Booked.'])
  act(() => notifyFailure('Not booked.'))
  expect(await shown()).toEqual(['Not booked.'])
  expect(await shown(NOTICE_MS)).toEqual([])
})

test('a failure passes what waits behind a concern, which loses nothing', async () => {
  act(() => notifyConcern('Few codes are left.'))
  act(() => notifySuccess('Copied.'))
  act(() => notifyFailure('Not booked.'))
  expect(await shown()).toEqual(['Not booked.'])
  expect(await shown(NOTICE_MS)).toEqual(['Few codes are left.'])
  expect(await shown(LONG_NOTICE_MS)).toEqual(['Copied.'])
})

test('failures follow each other, and each stays its time', async () => {
  act(() => notifyFailure('The first.'))
  act(() => notifyFailure('The second.'))
  expect(await shown()).toEqual(['The first.'])
  expect(await shown(NOTICE_MS)).toEqual(['The second.'])
  expect(await shown(NOTICE_MS)).toEqual([])
})
