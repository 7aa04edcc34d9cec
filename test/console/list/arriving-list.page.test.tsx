import { cleanup, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { forgetArrivals } from '#console/data/collections/arrivals.ts'
import { forgetStoredState } from '#console/data/device/snapshot-store.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { partsOnDisk } from '#test/support/console/device.ts'
import { offering } from '#test/support/console/console-config.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { column, count } from '#test/support/console/table.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'
import { until } from '#test/support/until.ts'

consolePage()

const { api, server } = consoleServer()

const ROWS = 10_000
/** The rows of the server's first part. */
const FIRST = 200
/** The rows of its first two parts. */
const SECOND = 8_200

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const bins = Array.from({ length: ROWS }, (_, nth) => ({
    id: 10_000 + nth,
    bin_number: `A-${String(nth + 1)}`,
  }))
  await putRecords(server().context.db, 'bins', bins, START)
  await signedInAdmin(server(), { features: ['bins'] })
})

const shows = (expected: string) => waitFor(() => expect(count()).toBe(expected))
const progress = (here: number) => `${tableTexts.arriving}${tableTexts.arrivedOf(here, ROWS)}`

const download = () => screen.getByRole('button', { name: tableTexts.download })

/** The requests for parts; those after the first fail while `isCut` returns true, or wait until `opens` resolves. */
function watchParts(
  isCut: () => boolean,
  opens: (nth: number) => Promise<void> = () => Promise.resolve(),
): string[] {
  const asked: string[] = []
  let ranges = 0
  api.use(
    http.get('/api/data_bins', async ({ request }) => {
      const { search, searchParams } = new URL(request.url)
      if (searchParams.get('part') === null) return undefined
      if (searchParams.get('part') === 'range') {
        ranges += 1
        await opens(ranges)
        if (isCut()) return HttpResponse.error()
      }
      asked.push(search)
      return undefined
    }),
  )
  return asked
}

test('a list shows and searches the rows that are here while the others arrive', async () => {
  const opened = new Set<string>()
  const open = (part: string): void => void opened.add(part)
  watchParts(
    () => false,
    (nth) => until(() => opened.has(nth === 1 ? 'second' : 'third')),
  )
  const page = await renderConsole({ path: '/bins' })
  await screen.findByText(tableTexts.arriving)
  expect(document.body.textContent).toContain(progress(FIRST))
  await shows(`1–10 of ${String(FIRST)}`)
  expect(column('Bin Number')[0]).toBe('A-1')
  expect(download()).toHaveProperty('disabled', true)
  await page.user.type(screen.getByRole('searchbox'), 'A-77')
  await shows('1–1 of 1')

  open('second')
  const table = screen.getByRole('table')
  await shows('1–10 of 111')
  expect(document.body.textContent).toContain(progress(SECOND))
  expect(download()).toHaveProperty('disabled', true)
  open('third')
  await waitFor(() => expect(screen.queryByText(tableTexts.arriving)).toBeNull())
  // A-7700 to A-7799.
  await shows('1–10 of 111')
  await waitFor(() => expect(download()).toHaveProperty('disabled', false))
  // Whoever was about to press something in it still can.
  expect(screen.getByRole('table')).toBe(table)
})

test('a list whose link is lost says what is here, and goes on there after a reload', async () => {
  let isCut = true
  const asked = watchParts(() => isCut)
  await renderConsole({ path: '/bins' })
  await screen.findByText(tableTexts.onlyArrived(FIRST, ROWS))
  expect(screen.getByRole('alert').textContent).toContain('Failed to load bins')
  await shows(`1–10 of ${String(FIRST)}`)
  await waitFor(async () => expect(await partsOnDisk()).toHaveLength(1))

  // Reloads the page.
  cleanup()
  queryClient.clear()
  forgetArrivals()
  forgetStoredState()
  isCut = false
  await renderConsole({ path: '/bins' })
  await waitFor(() => expect(count()).toBe('1–10 of 10000'))
  expect(asked[0]).toBe('?part=first')
  expect(new Set(asked).size).toBe(asked.length)
})

test('a list that is stored in part shows its parts without a link', async () => {
  watchParts(() => true)
  await renderConsole({ path: '/bins' })
  await shows(`1–10 of ${String(FIRST)}`)
  await waitFor(async () => expect(await partsOnDisk()).toHaveLength(1))
  cleanup()
  queryClient.clear()
  forgetArrivals()
  forgetStoredState()
  api.use(http.get('/api/data_bins', () => HttpResponse.error()))
  await renderConsole({ path: '/bins' })
  await shows(`1–10 of ${String(FIRST)}`)
  await screen.findByText(tableTexts.onlyArrived(FIRST, ROWS))
})

test('of a list that another server sends in one answer, the bytes that are here are shown', async () => {
  offering('deltas')
  const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, memo: 'x'.repeat(60) }))
  const body = new TextEncoder().encode(JSON.stringify(rows))
  const half = Math.floor(body.length / 2)
  let control: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      control = controller
      controller.enqueue(body.slice(0, half))
    },
  })
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
  api.use(http.get('/api/data_bins', () => new HttpResponse(stream, { headers })))
  await renderConsole({ path: '/bins' })
  await screen.findByText(tableTexts.arrivedBytes(half, body.length).trim())
  control?.enqueue(body.slice(half))
  control?.close()
  await waitFor(() => expect(count()).toBe('1–10 of 20000'))
  expect(screen.queryByText(tableTexts.arriving)).toBeNull()
})
