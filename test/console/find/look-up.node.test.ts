/** What a scan leads to, whether or not the scanner says what kind of code it read. */
import { describe, expect, test } from 'vitest'
import { readScan } from '#contract/scan/gs1.ts'
import type { Row } from '#contract/collections.ts'
import { entryOfRow } from '#console/data/engine/find/entries.ts'
import type { FoundList } from '#console/data/engine/find/entry.ts'
import type { Parts } from '#console/data/engine/find/find-in.ts'
import { makePart } from '#console/data/engine/find/part.ts'
import { lookUp } from '#console/find/look-up.ts'
import { runSync } from '#console/rows/chunked-task.ts'

const LISTS: readonly (readonly [FoundList, readonly Row[]])[] = [
  [
    'salesOrders',
    [
      { internal_id: '900', line_id: 1, transaction_id: '20261009' },
      { internal_id: '901', line_id: 1, transaction_id: '01234565' },
    ],
  ],
  ['inboundShipments', [{ id: '5', shipment_number: '0109501101020917' }]],
  ['items', [{ id: '7', name: 'BOLT', upc_code: '36000291452' }]],
]
const parts: Parts = new Map(
  LISTS.map(([list, rows]) => [list, runSync(makePart(rows, entryOfRow(list)))]),
)
const opens = (raw: string): string[] =>
  lookUp({ raw, scan: readScan(raw) }, parts, []).hits.map(({ list, open }) => `${list} ${open}`)

describe.each([
  ['no prefix', ''],
  ['the prefix of Code 128', ']C0'],
  ['the prefix of Code 39', ']A0'],
  ['the prefix of a QR code', ']Q1'],
])('with %s', (_which, prefix) => {
  test.each([
    ['an order whose number also is an EAN-8', '20261009', 'salesOrders 900'],
    ['an order whose number also is a UPC-E', '01234565', 'salesOrders 901'],
    ['a shipment whose number also begins like GS1', '0109501101020917', 'inboundShipments 5'],
    ['an item by its product number', '036000291452', 'items 7'],
  ])('a scan finds %s', (_what, code, opened) => {
    expect(opens(prefix + code)).toEqual([opened])
  })
})
