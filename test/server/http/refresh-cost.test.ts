import { afterEach, beforeEach, expect, test } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { pathSince } from '#contract/sync/changes.ts'
import {
  collectionNames,
  collectionOf,
  pulledCollections,
  type Row,
} from '#contract/collections.ts'
import { API_PREFIX } from '#contract/constants.ts'
import { changeState } from '#server/db/mirror/collection-states.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { createRandom } from '#test/netsuite/random.ts'
import { type TestApp, testApp } from '#test/support/server/app.ts'
import { aSuperAdmin } from '#test/support/people.ts'
import { rawGet, type RawAnswer } from '#test/support/server/clients/raw-get.ts'

/** The budget of a refresh: twelve answers with their headers, and the hundredth of a large list. */
const UNCHANGED_BYTES = 5 * 1024
const PART_OF_WHOLE = 0.02
const ROWS = Number(process.env['LIST_ROWS'] ?? 30_000)

let app: TestApp
let token: string
let address: string

beforeEach(async () => {
  app = await testApp()
  token = await (await aSuperAdmin(app.context, { features: ADMIN_FEATURES })).session()
  address = await app.app.listen({ port: 0, host: '127.0.0.1' })
})

afterEach(() => app.close())

/** The headers of a browser. */
function asked(path: string, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> {
  return rawGet(address, `${API_PREFIX}${path}`, {
    authorization: `Bearer ${token}`,
    accept: 'application/json',
    ...headers,
  })
}

const cursorOf = ({ headers }: RawAnswer) => ({
  since: Number(headers['x-seq']),
  epoch: headers['x-sync-epoch'] ?? '',
})

test('a refresh of all twelve lists without changes costs at most 5 KB', async () => {
  const { db, now } = app.context
  for (const name of pulledCollections) {
    await putRecords(
      db,
      name,
      [inventoryRow(1), { id: 1, internal_id: 1, line_id: 1 }].filter((row) =>
        collectionOf(name).key.every((field) => field in row),
      ),
      now(),
    )
    await db.transaction((tx) => changeState(tx, name, { asOf: new Date(now()) }))
  }
  let bytes = 0
  for (const name of collectionNames) {
    const { path } = collectionOf(name)
    const first = await asked(path)
    const { 'x-seq': seq, etag = '' } = first.headers
    const again = await asked(seq === undefined ? path : pathSince(path, cursorOf(first)), {
      'if-none-match': etag,
      'accept-encoding': 'gzip, deflate, br',
      origin: address,
    })
    expect(again.status).toBe(304)
    bytes += again.bytes
  }
  expect(bytes).toBeLessThanOrEqual(UNCHANGED_BYTES)
})

test(`a hundredth of ${String(ROWS)} rows costs at most 2 % of the whole list, compressed and not`, async () => {
  const { db, now } = app.context
  const random = createRandom(1)
  const { path } = collectionOf('inventory')
  const rows = Array.from({ length: ROWS }, (_, number) => inventoryRow(number))
  await putRecords(db, 'inventory', rows, now())
  const as = (encoding: string, from: string) => asked(from, { 'accept-encoding': encoding })
  const plain = await as('identity', path)
  const small = await as('br', path)
  const changed = rows
    .filter(() => random() < 0.01)
    .map((row) => ({ ...row, available_quantity: 7_777 }))
  await putRecords(db, 'inventory', changed, now())
  const since = pathSince(path, cursorOf(plain))
  expect((await as('identity', since)).bytes / plain.bytes).toBeLessThanOrEqual(PART_OF_WHOLE)
  expect((await as('br', since)).bytes / small.bytes).toBeLessThanOrEqual(PART_OF_WHOLE)
}, 300_000)

function inventoryRow(number: number): Row {
  const item = Math.floor(number / 4)
  return {
    item: `SKU-${String(item).padStart(6, '0')}`,
    internal_id: String(100_000 + item),
    item_name: `Steel bracket ${String(item % 997)} mm, zinc plated`,
    item_id: String(100_000 + item),
    location: ['North Hall', 'South Hall', 'Cold Store', 'Yard'][number % 4],
    location_id: String(number % 4),
    available_quantity: (number * 7_919) % 1_000,
  }
}
