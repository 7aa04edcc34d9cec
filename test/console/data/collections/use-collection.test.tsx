import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { retryDelayMs } from '#console/data/api/query-client.ts'
import { useCollection } from '#console/data/collections/use-collection.ts'
import { emptyDisk } from '#test/support/console/device.ts'
import { readRecord } from '#console/data/device/device-store.ts'
import { fakeApi } from '#test/support/console/calls/fake-api.ts'
import { signedIn } from '#test/support/console/session.ts'
import '#test/support/test-timeouts.ts'

const api = fakeApi()
let client: QueryClient
/** Counts the requests for the list and decides the answer. */
let list: { asked: number; answer: () => Response | Promise<Response> }

beforeEach(async () => {
  signedIn({ features: ['bins'] })
  await readRecord('makes the database')
  await emptyDisk()
  client = new QueryClient({ defaultOptions: { queries: { retryDelay: retryDelayMs } } })
  list = { asked: 0, answer: () => HttpResponse.json({ data: [{ id: 1 }] }) }
  api.use(
    http.get('/api/data_bins', () => {
      list.asked += 1
      return list.answer()
    }),
  )
})
afterEach(() => {
  cleanup()
  client.clear()
})

async function bins() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useCollection('bins'), { wrapper })
  await waitFor(() => expect(result.current.snapshot?.rows).toEqual([{ id: 1 }]))
  return result
}

const busy = () => HttpResponse.json({ detail: 'busy' }, { status: 503 })

describe('a refresh by a person', () => {
  test('a refresh by a person is shown as running until it is done, and reports success', async () => {
    const state = await bins()
    let answer = (): void => undefined
    list.answer = () =>
      new Promise((resolve) => {
        answer = () => resolve(HttpResponse.json({ data: [{ id: 1 }] }))
      })
    const refreshed = state.current.refresh()
    await waitFor(() => expect(state.current.isAsked).toBe(true))
    await waitFor(() => expect(list.asked).toBe(2))
    answer()
    expect(await refreshed).toEqual({ error: null })
    await waitFor(() => expect(state.current.isAsked).toBe(false))
    expect(list.asked).toBe(2)
  })

  test('a refresh by a person reports its first failure while retries continue, and the rows stay', async () => {
    const state = await bins()
    // Moves every further attempt far into the future.
    list.answer = () => HttpResponse.json({}, { status: 503, headers: { 'retry-after': '300' } })
    const { error } = await state.current.refresh()
    expect(error).toMatchObject({ status: 503 })
    await waitFor(() => expect(state.current.error).toMatchObject({ status: 503 }))
    expect(state.current).toMatchObject({ isAsked: true, isRefreshing: true })
    expect(state.current.snapshot?.rows).toEqual([{ id: 1 }])
    expect(list.asked).toBe(2)
  })

  test('a refresh by a person may be started again at once', async () => {
    const state = await bins()
    list.answer = () => HttpResponse.json({}, { status: 503, headers: { 'retry-after': '300' } })
    await state.current.refresh()
    list.answer = () => HttpResponse.json({ data: [{ id: 2 }] })
    expect(await state.current.refresh()).toEqual({ error: null })
    await waitFor(() => expect(state.current.snapshot?.rows).toEqual([{ id: 2 }]))
    await waitFor(() => expect(state.current).toMatchObject({ isAsked: false, error: null }))
  })
})

test('a background refresh reports nothing until it is given up', async () => {
  const state = await bins()
  list.answer = busy
  void client.refetchQueries()
  const failures = () => client.getQueryCache().getAll()[0]?.state.fetchFailureCount
  await waitFor(() => expect(failures()).toBeGreaterThan(0))
  expect(state.current.error).toBeNull()
})

test('a refresh that was given up reports when that was, next to the time of the rows', async () => {
  const state = await bins()
  const fetchedAt = state.current.snapshot?.fetchedAt
  list.answer = () => HttpResponse.json({ detail: 'no' }, { status: 400 })
  const before = Date.now()
  await state.current.refresh()
  await waitFor(() => expect(state.current.failedAt).toBeGreaterThanOrEqual(before))
  expect(state.current.snapshot?.fetchedAt).toBe(fetchedAt)
})
