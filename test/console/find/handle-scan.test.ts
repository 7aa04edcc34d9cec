/** A scan that is being looked up while the person does something else. */
import { onlineManager } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { readScan, type ScanReading } from '#contract/scan/gs1.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { collectionKey } from '#console/data/collections/queries.ts'
import { closeBox, openedBox } from '#console/find/box-state.ts'
import { startFinding } from '#console/find/found-index.ts'
import { handleScan } from '#console/find/handle-scan.ts'
import { endSession } from '#console/session/session.ts'
import { signedIn, signedOut } from '#test/support/console/session.ts'

const navigate = vi.fn<() => Promise<void>>(async () => undefined)
const routerAt = (search: { open?: string }) =>
  ({
    state: { location: { search, state: {} } },
    history: { location: { state: {} } },
    navigate,
  }) as unknown as RegisteredRouter
const router = routerAt({})

let stop = (): void => {}

beforeEach(() => {
  signedOut()
  onlineManager.setOnline(false)
  signedIn({ features: ADMIN_FEATURES })
  stop = startFinding()
  const rows = [{ id: '32', bin_number: 'B-07-01' }]
  queryClient.setQueryData(collectionKey('bins'), { rows, cursor: null, asOf: null, fetchedAt: 1 })
})
afterEach(() => {
  stop()
  closeBox()
  queryClient.clear()
  onlineManager.setOnline(true)
  endSession('logout')
  document.body.innerHTML = ''
  vi.clearAllMocks()
})

const scanOf = (raw: string): ScanReading => ({ raw, scan: readScan(raw) })

test('a scan opens the one thing that has its code', async () => {
  await handleScan(router, scanOf('B-07-01'))
  expect(navigate).toHaveBeenCalledOnce()
  expect(openedBox()).toBeNull()
})

test.each(['<form></form>', '<div role="dialog"></div>'])(
  'what is opened while a scan is being looked up is not left: %s',
  async (opened) => {
    const scan = scanOf('B-07-01')
    const looking = handleScan(router, scan)
    document.body.innerHTML = opened
    await looking
    expect(navigate).not.toHaveBeenCalled()
    expect(openedBox()?.scan).toBe(scan)
  },
)

const DETAILS = '<div role="dialog"><div data-details></div></div>'
const QUESTION = '<div role="dialog"></div>'

test.each([
  ['the details of a row are left', DETAILS, true],
  ['a question over details is not left', DETAILS + QUESTION, false],
  ['a question over the place of a row that is gone is not left', QUESTION, false],
])('when a code is scanned, %s', async (_what, opened, leaves) => {
  document.body.innerHTML = opened
  await handleScan(routerAt({ open: '7' }), scanOf('B-07-01'))
  expect(navigate).toHaveBeenCalledTimes(leaves ? 1 : 0)
})
