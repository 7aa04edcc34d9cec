/** The page of a bin tells what was moved out of it and into it. */
import { describe, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { runSync } from '#console/rows/chunked-task.ts'
import { type About, recordsAbout } from '#console/rows/related/records-about.ts'

const A1 = {
  kind: 'bin',
  id: '30',
  names: ['A-01'],
  location: 'Main : Yard',
  locationId: '1',
} as const
const B2 = {
  kind: 'bin',
  id: '31',
  names: ['B-02'],
  location: 'Main : Yard',
  locationId: '1',
} as const
/** Another location has bins of the same numbers. */
const A1_AWAY = { ...A1, id: '40', location: 'Hall', locationId: '2' } as const
const B2_AWAY = { ...B2, id: '41', location: 'Hall', locationId: '2' } as const

const BOLT = { itemId: '7', itemName: 'BOLT', quantity: 4 }
const NUT = { itemId: '8', itemName: 'NUT', quantity: 9 }

const record = (entry: object, ...items: object[]): Row => ({
  id: 1,
  bin_id: '30',
  bin_name: 'A-01',
  bin_data: [{ binId: '30', binName: 'A-01', ...entry, itemData: items }],
})

/** The items that a bin's page tells of a record; null if it tells nothing of it. */
function itemsOn(about: About, row: Row): (string | null)[] | null {
  const { records, of } = runSync(recordsAbout([row], 'transfer', about, 5))
  expect(records).toHaveLength(of)
  return records[0]?.lines.map(({ item }) => item) ?? null
}

describe('a transfer is on the page of the bin that it goes to', () => {
  const ways: readonly (readonly [string, Row])[] = [
    ['by the id', record({}, { ...BOLT, binNumber: 'B-02', binInternalId: '31' })],
    ['by the id alone', record({}, { ...BOLT, binInternalId: 31 })],
    ['by the id for all items', record({ toBinId: '31', toBinNumber: 'B-02' }, BOLT)],
    [
      'by the id with a number that has changed',
      record({}, { ...BOLT, binNumber: 'B-02 old', binInternalId: '31' }),
    ],
    ['by the number', record({}, { ...BOLT, binNumber: 'b-02' })],
    [
      'by the number and the location',
      record({ location: 'Main : Yard' }, { ...BOLT, binNumber: 'B-02' }),
    ],
    [
      'by the number and the short name of the location',
      record({}, { ...BOLT, binNumber: 'B-02', location: 'Yard' }),
    ],
    [
      'by the number and the id of the location',
      record({ location: 'Hall' }, { ...BOLT, binNumber: 'B-02', locationId: 1 }),
    ],
    [
      'by the number for all items',
      record({ toBinNumber: 'B-02', toLocation: 'Main : Yard' }, BOLT),
    ],
    ['by fields of the item', record({}, { ...BOLT, to_bin: 'B-02' })],
  ]
  test.each(ways)('%s', (_how, row) => {
    expect(itemsOn(B2, row)).toEqual(['BOLT'])
    expect(itemsOn(A1, row)).toEqual(['BOLT'])
    expect(itemsOn({ ...B2, id: '99', names: ['C-03'] }, row)).toBeNull()
  })

  test('with those of its items that go there', () => {
    const row = record({}, { ...BOLT, binNumber: 'B-02' }, { ...NUT, binNumber: 'C-03' })
    expect(itemsOn(B2, row)).toEqual(['BOLT'])
    expect(itemsOn(A1, row)).toEqual(['BOLT', 'NUT'])
  })

  test('a bin without an id is matched by its number', () => {
    const row = { ...record({ binId: null }, { ...BOLT, binNumber: 'B-02' }), bin_id: null }
    expect(itemsOn(B2, row)).toEqual(['BOLT'])
    expect(itemsOn(A1, row)).toEqual(['BOLT'])
  })
})

describe('a transfer is not on the page of a bin with the same number', () => {
  const ways: readonly (readonly [string, Row])[] = [
    ['with another id', record({}, { ...BOLT, binNumber: 'B-02', binInternalId: '31' })],
    [
      'in another location than that of the item',
      record({}, { ...BOLT, binNumber: 'B-02', location: 'Yard' }),
    ],
    [
      'in another location than that of its items',
      record({ location: 'Hall', toLocationId: '1' }, { ...BOLT, binNumber: 'B-02' }),
    ],
    [
      'in another location than that of both bins',
      record({ locationId: '1' }, { ...BOLT, binNumber: 'B-02' }),
    ],
  ]
  test.each(ways)('%s', (_which, row) => {
    expect(itemsOn(B2, row)).toEqual(['BOLT'])
    expect(itemsOn(B2_AWAY, row)).toBeNull()
    expect(itemsOn(A1_AWAY, row)).toBeNull()
  })

  test('where neither the record nor the bin says its location, it is', () => {
    const row = record({}, { ...BOLT, binNumber: 'B-02' })
    expect(itemsOn(B2_AWAY, row)).toEqual(['BOLT'])
    const { location, locationId, ...nowhere } = B2
    expect([location, locationId]).toEqual(['Main : Yard', '1'])
    expect(itemsOn(nowhere, record({ location: 'Hall' }, { ...BOLT, binNumber: 'B-02' }))).toEqual([
      'BOLT',
    ])
  })
})

test('a transfer between bins of one number in two locations is on the pages of both', () => {
  for (const row of [
    record({}, { ...BOLT, binNumber: 'A-01', binInternalId: '40' }),
    record({ location: 'Main : Yard' }, { ...BOLT, binNumber: 'A-01', location: 'Hall' }),
    record({ locationId: 1, toLocationId: 2, toBinNumber: 'A-01' }, BOLT),
  ]) {
    expect(itemsOn(A1, row)).toEqual(['BOLT'])
    expect(itemsOn(A1_AWAY, row)).toEqual(['BOLT'])
    expect(itemsOn(B2, row)).toBeNull()
  }
})

test('a record without the id of its bin is not on the page of a bin of that number elsewhere', () => {
  const about = { id: 1, bin_name: 'A-01' }
  for (const row of [
    { ...about, item_data: [{ item_number: 'BOLT', bin_number: 'A-01', location: 'Yard' }] },
    { ...about, bin_data: [{ binName: 'A-01', binId: '30', itemData: [BOLT] }] },
    { ...about, bin_data: [{ binName: 'A-01', location: 'Yard', itemData: [BOLT] }] },
  ]) {
    expect(itemsOn(A1, row)).toEqual(['BOLT'])
    expect(itemsOn(A1_AWAY, row)).toBeNull()
  }
})
