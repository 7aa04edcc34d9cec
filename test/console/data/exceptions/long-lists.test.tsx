/** `useExceptions` where the rows are too many to be searched at once. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useExceptions, type ExceptionsState } from '#console/data/exceptions/use-exceptions.ts'
import { readRecord } from '#console/data/device/device-store.ts'
import { emptyDisk } from '#test/support/console/device.ts'
import { fakeApi } from '#test/support/console/calls/fake-api.ts'
import { signedIn } from '#test/support/console/session.ts'
import '#test/support/test-timeouts.ts'

/** More than are searched at once. */
const ROWS = 25_100

const api = fakeApi()
let client: QueryClient

beforeEach(async () => {
  signedIn({ features: ['bincount'] })
  await readRecord('makes the database')
  await emptyDisk()
  client = new QueryClient()
})
afterEach(() => {
  cleanup()
  client.clear()
})

test('a list counts as missing until all its rows have been searched, so that nothing is called clear before', async () => {
  const created_at = new Date().toISOString()
  const netsuite_response = { netsuite_acknowledgment: { success: false, message: 'Closed.' } }
  const data = Array.from({ length: ROWS }, (_, id) =>
    id === ROWS - 1 ? { id, created_at, netsuite_response } : { id, created_at },
  )
  api.use(http.get('/api/bin-count-records', () => HttpResponse.json({ data })))
  const states: ExceptionsState[] = []
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  renderHook(() => states.push(useExceptions()), { wrapper })
  const openIn = (state: ExceptionsState) => state.groups.flatMap(({ open }) => open).length
  await waitFor(() => expect(openIn(states.at(-1) as ExceptionsState)).toBeGreaterThan(0))
  const early = states.filter((state) => openIn(state) === 0)
  expect(early.every(({ missing, fetchedAt }) => missing.length === 1 && fetchedAt === null)).toBe(
    true,
  )
  expect(states.at(-1)?.missing).toEqual([])
})
