import { QueryClientProvider } from '@tanstack/react-query'
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { CollectionState } from '#console/data/collections/use-collection.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { ListHeader } from '#console/list/list-header.tsx'
import { bins } from '#console/screens/bins.tsx'
import { offering } from '#test/support/console/console-config.ts'

afterEach(cleanup)

const QUIET = {
  arrival: undefined,
  progress: undefined,
  isRefreshing: false,
  isAsked: false,
  error: null,
  failedAt: null,
} as const
const refresh = async () => ({ error: null })

/** The texts above the list, in order. */
function shown(rows: Pick<CollectionState, 'snapshot' | 'head'>): string[] {
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <ListHeader screen={bins} state={{ ...QUIET, ...rows, refresh }} hasRows />
      </MantineProvider>
    </QueryClientProvider>,
  )
  const age = container.querySelector('h1 + p')?.textContent ?? ''
  return [age, ...screen.getAllByRole('button').map((button) => button.ariaLabel ?? '')]
}

test("the header of a long list's first rows is the same as that of all rows, so that nothing moves", () => {
  offering('syncs')
  const snapshot = { rows: [], fetchedAt: serverNow(), asOf: null, etag: null }
  const first = shown({ snapshot: undefined, head: { ...snapshot, of: 100_000 } })
  cleanup()
  const all = shown({ snapshot, head: undefined })
  expect(first).toEqual(all)
  expect(first[0]).toMatch(/^Fetched \d\d:\d\d \(just now\)$/)
  expect(first).toContain('Sync details')
})
