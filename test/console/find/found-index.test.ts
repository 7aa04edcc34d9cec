/** The index follows lists and rights: what a person may not open is not found, by any code. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { onlineManager } from '@tanstack/react-query'
import { ADMIN_FEATURES, type AdminFeature } from '#contract/access.ts'
import { collectionOf, type Row } from '#contract/collections.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { collectionKey } from '#console/data/collections/queries.ts'
import { FOUND_LISTS, type FoundList } from '#console/data/engine/find/entry.ts'
import { findExactly, findIn } from '#console/data/engine/find/find-in.ts'
import { openedIn } from '#console/data/engine/find/part.ts'
import { ageOf, findNow, partsNow, startFinding } from '#console/find/found-index.ts'
import { lookUp } from '#console/find/look-up.ts'
import { runSync } from '#console/rows/chunked-task.ts'
import { rememberDerivation } from '#console/rows/derivation.ts'
import { endSession, readSession } from '#console/session/session.ts'
import { changeFlags } from '#console/session/steps.ts'
import { signedIn, signedOut } from '#test/support/console/session.ts'
import { until } from '#test/support/until.ts'

const COUNT = 60

const many = (rowOf: (nth: number) => Row): Row[] =>
  Array.from({ length: COUNT }, (_, nth) => rowOf(nth))
const floor = (kind: string) =>
  many((nth) => ({
    id: `${kind}-${String(nth)}`,
    bin_name: `${kind}BIN${String(nth)}`,
    bin_data: [{ bin_number: `${kind}BIN${String(nth)}`, item_name: `${kind}ITEM${String(nth)}` }],
  }))

const LISTS: Readonly<Record<FoundList, Row[]>> = {
  items: many((nth) => ({
    id: `I${String(nth)}`,
    name: `Bolt ${String(nth)}`,
    display_name: `Brass Angled Bracket ${String(nth)} L`,
    upc_code: `4${String(1e11 + nth)}`,
  })),
  bins: many((nth) => ({
    id: `B${String(nth)}`,
    bin_number: `A-0${String(nth)}`,
    location: 'WH 1',
  })),
  locations: many((nth) => ({ id: `L${String(nth)}`, name: `Hall ${String(nth)}` })),
  salesOrders: many((nth) => ({
    internal_id: `O${String(nth)}`,
    line_id: 1,
    transaction_id: `SO20${String(nth)}`,
    ponumber: `PO-7${String(nth)}`,
    name: `Hill ${String(nth)}`,
  })),
  inboundShipments: many((nth) => ({
    id: `S${String(nth)}`,
    shipment_number: `SHIP${String(nth)}`,
  })),
  binCountRecords: floor('count'),
  binAdjustmentRecords: floor('adjust'),
  binTransfer: floor('transfer'),
  inboundDataRecords: many((nth) => ({
    id: `R${String(nth)}`,
    inbound_data: {
      containerName: `CONT${String(nth)}`,
      itemData: [{ itemName: `Got ${String(nth)}` }],
    },
  })),
  admins: many((nth) => ({ username: `admin${String(nth)}`, company_name: 'Hill' })),
  wmsAiUsers: many((nth) => ({ userid: `user${String(nth)}`, name: `Pat ${String(nth)}` })),
}

/** Everything that leads to a row: at least 500 codes in all. */
const CODES = FOUND_LISTS.flatMap((list) =>
  LISTS[list].flatMap((row) =>
    Object.values(row)
      .filter((value): value is string => typeof value === 'string')
      .map((code) => ({ list, code })),
  ),
)

function arrive(list: FoundList, rows: readonly Row[]): void {
  const snapshot = { rows, cursor: null, asOf: null, fetchedAt: Date.now() }
  queryClient.setQueryData(collectionKey(list), snapshot)
}

let stop = (): void => {}

beforeEach(() => {
  signedOut()
  onlineManager.setOnline(false)
})
afterEach(() => {
  stop()
  queryClient.clear()
  onlineManager.setOnline(true)
  endSession('logout')
})

async function begin(features: readonly AdminFeature[], isSuperAdmin = false): Promise<void> {
  signedIn({ features, isSuperAdmin })
  stop = startFinding()
  for (const list of FOUND_LISTS) arrive(list, LISTS[list])
  await findNow()
}

const hitsOf = (code: string) => [
  ...runSync(findIn(partsNow(), code, { limit: 50 })),
  ...findExactly(partsNow(), code).hits,
  ...lookUp({ scan: { kind: 'text', text: code }, raw: code }, partsNow(), []).hits,
]

const flagOf = (list: FoundList): AdminFeature | null => {
  const { access } = collectionOf(list)
  return typeof access === 'object' ? access.feature : null
}

test('with all flags each of more than 500 codes finds its thing', async () => {
  await begin(ADMIN_FEATURES, true)
  expect(CODES.length).toBeGreaterThan(500)
  for (const { list, code } of CODES)
    expect({ code, lists: hitsOf(code).map((hit) => hit.list) }).toMatchObject({
      code,
      lists: expect.arrayContaining([list]),
    })
})

test.each(ADMIN_FEATURES)(
  'without the flag %s nothing of its lists is found, by any of these codes',
  async (missing) => {
    await begin(
      ADMIN_FEATURES.filter((flag) => flag !== missing),
      false,
    )
    const denied = FOUND_LISTS.filter((list) => flagOf(list) === missing || flagOf(list) === null)
    for (const list of denied) {
      expect(partsNow().has(list)).toBe(false)
      expect(ageOf(list)).toBeUndefined()
    }
    const found = CODES.flatMap(({ code }) => hitsOf(code).map((hit) => hit.list))
    expect(found.filter((list) => denied.includes(list))).toEqual([])
    expect(found.length).toBeGreaterThan(0)
  },
)

test('a flag that is taken away, a lock and a second person end what was found', async () => {
  await begin(['items', 'bins'])
  expect(hitsOf('A-07').length).toBeGreaterThan(0)
  changeFlags({ items: true, bins: false }, false)
  expect(hitsOf('A-07')).toEqual([])
  expect(hitsOf('Bolt 7').length).toBeGreaterThan(0)
  // Given again, the rows have to arrive again.
  changeFlags({ items: true, bins: true }, false)
  expect(hitsOf('A-07')).toEqual([])
  endSession('hidden')
  expect(readSession().token).toBeNull()
  expect([...partsNow()]).toEqual([])
  queryClient.clear()
  signedIn({ username: 'bob', features: ['items', 'bins'] })
  expect(hitsOf('Bolt 7')).toEqual([])
})

test('without a second factor nothing is found', async () => {
  signedIn({ features: null })
  stop = startFinding()
  arrive('items', LISTS.items)
  await findNow()
  expect(hitsOf('Bolt 7')).toEqual([])
})

test('a list that changes is found as it is now, and only the changed part is made again', async () => {
  await begin(['items'])
  const rows = [...LISTS.items]
  const next = rows.with(3, { id: 'I3', name: 'Screw', upc_code: '1' })
  rememberDerivation(next, { from: LISTS.items, replaced: [3], removed: [], added: 0 })
  arrive('items', next)
  await until(() => hitsOf('Screw').length > 0)
  expect(hitsOf('Bolt 3').map(({ open }) => open)).not.toContain('I3')
  expect(openedIn(partsNow().get('items') ?? [], 'I3')).not.toBeNull()
})

test('an item is found by words of its display name, which its line shows', async () => {
  await begin(['items'])
  const [hit] = runSync(findIn(partsNow(), 'Brass Angled Bracket 7 L', { limit: 50 }))
  expect(hit).toMatchObject({ list: 'items', name: 'Bolt 7', where: 'Brass Angled Bracket 7 L' })
  expect(runSync(findIn(partsNow(), 'angled bracket', { limit: 50 }))).toHaveLength(50)
})

test('a display name that says the name again is not shown twice', async () => {
  signedIn({ features: ['items'] })
  stop = startFinding()
  arrive('items', [{ id: '1', name: 'BOLT', display_name: 'BOLT' }])
  await findNow()
  expect(runSync(findIn(partsNow(), 'bolt', { limit: 5 }))).toMatchObject([{ where: '' }])
})
