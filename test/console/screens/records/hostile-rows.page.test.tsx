/** Rows beyond all expectation: every list screen renders, and so do its details. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import type { Row } from '#contract/collections.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { collectionKey } from '#console/data/collections/queries.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { type ListPath, lists } from '#console/screens/lists.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'
import { cells } from '#test/support/console/table.ts'

consolePage()

const { server } = consoleServer()

const LONG = 'W'.repeat(500)
const ARABIC = 'مستودع الميناء ١٢'
const EMOJI = '📦👩🏽‍🏭 №7'

/** A value in every field that a list reads. */
function everywhere(value: unknown): Row {
  const fields = `
    id name location location_id item internal_id item_name item_id upc_code bin_number
    bin_id bin_name memo status ponumber supplier shipping_address transaction_id
    shipment_number expected_date total_items username userid company_name features
    inactive_bin available_quantity created_at updated_at bin_data item_data
    inbound_data netsuite_response netsuite_acknowledgement_success
    multi_location_enable inventory_id
  `
  return Object.fromEntries(
    fields
      .trim()
      .split(/\s+/)
      .map((field) => [field, value]),
  )
}

interface Hostile {
  readonly what: string
  readonly rows: readonly Row[]
  /** The texts of the cells. */
  readonly shows: readonly string[]
}

const WIDE = Object.fromEntries(
  Array.from({ length: 200 }, (_, nth) => [`f_${String(nth)}`, `${String(nth)} of 200`]),
)

const HOSTILE: readonly Hostile[] = [
  { what: 'no row', rows: [], shows: [] },
  { what: 'one row', rows: [everywhere('one')], shows: ['one'] },
  { what: 'a row of 200 fields', rows: [{ ...everywhere('wide'), ...WIDE }], shows: ['wide'] },
  {
    what: 'rows of nothing, of objects, twice the same, long, from right to left, of emoji',
    rows: [
      everywhere(LONG),
      everywhere(null),
      {},
      everywhere({ deep: [{ er: true }] }),
      everywhere('same'),
      everywhere('same'),
      everywhere(ARABIC),
      everywhere(EMOJI),
    ],
    shows: [LONG, 'same', ARABIC, EMOJI],
  },
]

/** The titles of the pages of one row. */
const PAGE_TITLES: Partial<Record<ListPath, string>> = {
  '/items': 'Item',
  '/bins': 'Bin',
  '/locations': 'Location',
  '/inbound-shipment': 'Shipment',
  '/bin-count-records': 'Record Details',
  '/bin-adjustment-records': 'Record Details',
  '/bin-transfer': 'Record Details',
  '/inbound-data-records': 'Record Details',
}

beforeEach(() => {
  // As wide as a tablet: columns beyond it are not rendered, as in a browser.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_180)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test.each(lists)(
  '$path renders whatever its rows contain',
  { timeout: 120_000 },
  async ({ path, collection, details }) => {
    await signedInAdmin(server(), { isSuperAdmin: true, features: ADMIN_FEATURES })
    const page = await renderConsole({ path })
    await screen.findByRole('table')
    for (const { what, rows, shows } of HOSTILE) {
      await act(async () => {
        queryClient.setQueryData(collectionKey(collection), {
          rows,
          etag: null,
          asOf: START,
          fetchedAt: START,
        })
      })
      const isEmpty = () => screen.queryByText(tableTexts.nothingYet) !== null
      await waitFor(() => expect([what, isEmpty()]).toEqual([what, rows.length === 0]))
      const texts = await waitFor(() => {
        const drawn = cells().flat()
        const missing = shows.filter((shown) => !drawn.some((text) => text.includes(shown)))
        expect([what, missing]).toEqual([what, []])
        return drawn
      })
      expect(texts.join(' ')).not.toMatch(/\[object|undefined|NaN|Invalid/)
    }
    const title = details && 'page' in details ? PAGE_TITLES[path] : details?.title
    expect(title !== undefined).toBe(details !== undefined)
    if (title !== undefined) await openFirst(page, title)
    expect(screen.queryByText("This screen couldn't be shown.")).toBeNull()
    expect(console.error).not.toHaveBeenCalled()
  },
)

/** The details of the long row, which is the first. */
async function openFirst({ user }: RenderedConsole, title: string): Promise<void> {
  const first = screen.getAllByRole('cell').find((cell) => within(cell).queryByRole('button'))
  if (!first) throw new Error('there is a row')
  await user.click(within(first).getAllByRole('button').at(-1) ?? first)
  await screen.findByRole('dialog', { name: title })
}
