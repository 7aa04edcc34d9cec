/** The numbers of the cards before their lists, and the order in which the lists follow. */
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { COLLECTION_FRESH_MS } from '#contract/constants.ts'
import { OFFERS } from '#contract/offers.ts'
import { countsEndpoint } from '#contract/sync/counts.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { ALL_COUNTS_KEY } from '#console/data/collections/counts.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { offering } from '#test/support/console/console-config.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const { api, server } = consoleServer()

const COUNTS = `/api${countsEndpoint.path}`
const LISTS = ['items', 'bins', 'locations'] as const

/** A signed-in admin with three lists of different lengths; every call for one of them or for the counts is recorded. */
async function aWarehouse(): Promise<readonly string[]> {
  const asked: string[] = []
  const { db } = server().context
  const lengths = { items: 3, bins: 1, locations: 2 }
  for (const name of LISTS) {
    const ids = Array.from({ length: lengths[name] }, (_, nth) => ({ id: nth + 1 }))
    await putRecords(db, name, ids, START)
    api.use(http.get(`/api/data_${name}`, () => void asked.push(name)))
  }
  api.use(http.get(COUNTS, () => void asked.push('counts')))
  await signedInAdmin(server(), { features: LISTS })
  return asked
}

/** Holds back all answers to a call until the returned function is called. */
function held(path: string): () => void {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  api.use(
    http.get(path, async () => {
      await released
      return undefined
    }),
  )
  return () => release()
}

const card = (title: string, count: number) =>
  within(screen.getByRole('main')).findByRole('link', {
    name: new RegExp(`^${title} ?${String(count)}`),
  })
const allCards = () => Promise.all([card('Items', 3), card('Bins', 1), card('Locations', 2)])

describe('the numbers of the cards', () => {
  test('the numbers come first, and then the lists one by one, the largest last', async () => {
    const asked = await aWarehouse()
    const countsMayCome = held(COUNTS)
    const binsMayCome = held('/api/data_bins')
    const page = await renderConsole({ path: '/dashboard' })
    await screen.findByRole('heading', { name: 'Items' })
    await page.pass(1_000)
    expect(asked).toEqual([])
    countsMayCome()
    await allCards()
    expect(await screen.findAllByText(/^Fetched 12:00/)).toHaveLength(1)
    await page.pass(1_000)
    expect(asked).toEqual(['counts'])
    binsMayCome()
    await waitFor(() => expect(new Set(asked)).toEqual(new Set(['counts', ...LISTS])))
    expect([...new Set(asked)]).toEqual(['counts', 'bins', 'locations', 'items'])
  })

  test('the number of a list replaces the one that the server counted before', async () => {
    await aWarehouse()
    const page = await renderConsole({ path: '/dashboard' })
    await allCards()
    await page.pass(5_000)
    await putRecords(server().context.db, 'bins', [{ id: 2 }], START)
    await page.press('Refresh Bins')
    expect(await card('Bins', 2)).toBeDefined()
  })

  test('a number that the server counted before a list was refreshed does not replace that of the list', async () => {
    await aWarehouse()
    const page = await renderConsole({ path: '/dashboard' })
    await allCards()
    await page.go('/items')
    await page.pass(COLLECTION_FRESH_MS + 1_000)
    let answer = (): void => undefined
    let isAsked = false
    const isSent = new Promise<void>((resolve) => {
      answer = resolve
    })
    api.use(
      http.get(COUNTS, async () => {
        isAsked = true
        await isSent
        const old = { count: 1, as_of: null }
        return HttpResponse.json({ data: { bins: old } })
      }),
    )
    await page.go('/dashboard')
    await waitFor(() => expect(isAsked).toBe(true))
    await page.pass(1_000)
    await putRecords(server().context.db, 'bins', [{ id: 2 }], START)
    await page.press('Refresh Bins')
    await card('Bins', 2)
    await page.pass(1_000)
    answer()
    await waitFor(() => expect(queryClient.isFetching({ queryKey: ALL_COUNTS_KEY })).toBe(0))
    expect(await card('Bins', 2)).toBeDefined()
  })

  test('a list that a person opens goes first', async () => {
    const asked = await aWarehouse()
    const binsMayCome = held('/api/data_bins')
    const page = await renderConsole({ path: '/dashboard' })
    await allCards()
    await waitFor(() => expect(asked).toContain('counts'))
    expect(asked).not.toContain('items')
    await page.go('/items')
    await waitFor(() => expect(asked).toContain('items'))
    expect(asked).not.toContain('locations')
    binsMayCome()
  })

  test('the lists are loaded at once if the numbers fail to load', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const asked = await aWarehouse()
    api.use(http.get(COUNTS, () => HttpResponse.json({ detail: 'Busy' }, { status: 500 })))
    const binsMayCome = held('/api/data_bins')
    await renderConsole({ path: '/dashboard' })
    await card('Items', 3)
    await card('Locations', 2)
    expect(asked).not.toContain('bins')
    binsMayCome()
    await allCards()
  })

  test('a server that does not offer its counts is not asked for them', async () => {
    offering(...OFFERS.filter((offer) => offer !== 'counts'))
    const asked = await aWarehouse()
    await renderConsole({ path: '/dashboard' })
    await allCards()
    expect(asked).not.toContain('counts')
  })
})
