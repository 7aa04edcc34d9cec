import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { Fault } from '#console/data/api/fault.ts'
import { queryClient, retriesCollection, retryDelayMs } from '#console/data/api/query-client.ts'

const network = new Fault({ kind: 'network' })

describe('the retry delay', () => {
  const waits: readonly [failures: number, ms: number][] = [
    [0, 1_000],
    [1, 2_000],
    [2, 4_000],
    [3, 8_000],
    [4, 16_000],
    [5, 30_000],
    [9, 30_000],
  ]
  test.each(waits)('the delay after failure number %i is %i ms', (failures, ms) => {
    expect(retryDelayMs(failures, network)).toBe(ms)
  })

  const asked: readonly [what: string, retryAfterMs: number, ms: number][] = [
    ['the one that the server asks for', 7_000, 7_000],
    ['zero if the server asks for none', 0, 0],
    ['at most 5 minutes', 3_600_000, 300_000],
  ]
  test.each(asked)('the delay is %s', (_what, retryAfterMs, ms) => {
    expect(retryDelayMs(0, new Fault({ kind: 'http', status: 429, retryAfterMs }))).toBe(ms)
  })
})

describe('attempts', () => {
  test('a collection is retried five times, and only after faults that may pass', () => {
    expect([0, 4, 5].map((failures) => retriesCollection(failures, network))).toEqual([
      true,
      true,
      false,
    ])
    expect(retriesCollection(0, new Fault({ kind: 'http', status: 403 }))).toBe(false)
  })

  test('any other query is retried once', () => {
    const { retry } = queryClient.getDefaultOptions().queries ?? {}
    if (typeof retry !== 'function') throw new Error('the default is no rule')
    expect([retry(0, network), retry(1, network)]).toEqual([true, false])
    expect(retry(0, new Fault({ kind: 'http', status: 404 }))).toBe(false)
  })
})

test('other queries stay fresh for 5 minutes, are cached for 10 and not refetched on focus', () => {
  expect(queryClient.getDefaultOptions().queries).toMatchObject({
    staleTime: 300_000,
    gcTime: 600_000,
    refetchOnWindowFocus: false,
  })
})

test('a query that is removed while in use is not held for its cache time', () => {
  const queryKey = ['drawn']
  const drawn = new QueryObserver(queryClient, { queryKey, initialData: 1, gcTime: 60_000 })
  const stopDrawing = drawn.subscribe(() => undefined)
  const query = queryClient.getQueryCache().find({ queryKey })
  expect(query?.gcTime).toBe(60_000)
  queryClient.clear()
  stopDrawing()
  expect(query?.gcTime).toBe(0)
})
