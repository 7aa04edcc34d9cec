// Whatever is booked is what the device meant, or the record is refused with the reason.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import { problemText } from '#contract/problem.ts'
import { startSession } from '#server/auth/sessions.ts'
import { changeMobileUser } from '#server/db/repositories/mobile-users.ts'
import { createWarehouse, type Warehouse } from '#test/netsuite/warehouse.ts'
import { aScanner, listed, sendRecord } from '#test/support/floor.ts'
import type { Answered } from '#test/support/server/clients/call.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

/** Two subsidiaries, locations inside others, equal names, and numbers that are ids of other rows. */
function anAccount(): Warehouse {
  const warehouse = createWarehouse()
  warehouse.load('subsidiary', [
    { id: 1, name: 'America' },
    { id: 2, name: 'Germany' },
  ])
  const places = [
    [1, 'Warehouse 001', null, 1],
    [61, 'Warehouse 061', 1, 1],
    [7, 'Yard', 1, 1],
    [8, 'Yard', 61, 1],
    [9, 'Hamburg', null, 2],
    [516, 'Depot', null, 1],
  ] as const
  for (const [id, name, parent, subsidiary] of places) {
    const above = parent === null ? '' : `${warehouse.find('location', parent)?.fullname ?? ''} : `
    const fullname = `${above}${name}`
    warehouse.add('location', { id, name, fullname, parent, subsidiary, usebins: 'T' })
  }
  for (const [id, binnumber, location] of [
    [10, 'A-01', 1],
    [11, 'A-01', 61],
    [12, 'A-01', 7],
    [13, 'A-01', 8],
    [14, 'A-01', 9],
    [15, 'B-01', 61],
    [516, 'C-01', 61],
    [17, '516', 1],
    [18, 'A-02', 1],
  ] as const)
    warehouse.add('bin', { id, binnumber, location })
  warehouse.add('item', {
    id: 5,
    itemid: 'BOLT',
    upccode: '012345678905',
    displayname: 'Bolt 5 mm',
  })
  warehouse.add('item', { id: 123, itemid: '5' })
  warehouse.add('item', { id: 6, itemid: 'NUT', upccode: '36000291452' })
  // Imported from a table with fields of a fixed length.
  warehouse.add('item', { id: 7, itemid: 'WASHER  ', upccode: '4006381333931 ' })
  warehouse.add('bin', { id: 19, binnumber: 'D-01 ', location: 1 })
  return warehouse
}

let app: ErpApp
let scanner: string
beforeAll(async () => {
  app = await erpApp({ warehouse: anAccount() })
  for (const collection of ['locations', 'bins', 'items'] as const) await app.pull(collection)
  scanner = await aScanner(app, { location: 'Warehouse 001 : Warehouse 061' })
})
afterAll(() => app.close())
beforeEach(() => app.warehouse.records.clear())

let sent = 0
const send = (kind: FloorCollection, body: Row) =>
  sendRecord(app, scanner, kind, { client_id: `c-${(sent += 1)}`, ...body })

const LINE = { item_number: 'BOLT', quantity: 3, bin_number: 'A-01', location: 'Warehouse 001' }

function adjust(changes: Row): Promise<Answered> {
  return send('binAdjustmentRecords', { item_data: [{ ...LINE, ...changes }] })
}

/** The reason in the report of a record that was stored, or of the refusal. */
async function reasonOf({ status, body }: Answered): Promise<unknown> {
  if (status === 422) return problemText(body)
  await app.erp.poll()
  const root = await startSession(app.context.db, 'root', 'full', app.clock.now())
  for (const kind of ['binAdjustmentRecords', 'binTransfer'] as const) {
    const row = (await listed(app, root, kind)).find(({ id }) => id === body['id'])
    const response = row?.['netsuite_response'] as Row | undefined
    if (response) return (response['netsuite_acknowledgment'] as Row)['message']
  }
  return null
}

const booked = () => [...app.warehouse.records.values()]
const moves = () => booked().flatMap(({ lines }) => lines.flatMap((line) => line.moves))

describe('a number that was scanned', () => {
  test.each<[string, Row, RegExp]>([
    ['of an item', { item_number: '123' }, /Item 123 isn't in the NetSuite data/],
    ['of an item, as a number', { item_number: 123 }, /Item 123 isn't/],
    ['of a bin', { bin_number: '10' }, /Bin 10 isn't/],
    ['of a location', { location: '1' }, /Location 1 isn't/],
    ['of a location, as a number', { location: 516 }, /Location 516 isn't/],
  ])('a number %s is never taken for an id', async (_, changes, why) => {
    expect(await reasonOf(await adjust(changes))).toMatch(why)
    expect(booked()).toEqual([])
  })

  test('a number that is the id of another row means the row with this number', async () => {
    expect(await reasonOf(await adjust({ item_number: 5, bin_number: 516 }))).toBe('Booked')
    expect(moves()).toMatchObject([{ item: 123, bin: 17, location: 1 }])
  })

  test('an id that was not pulled is not passed on', async () => {
    app.warehouse.add('item', { id: 77, itemid: 'NEW' })
    expect(await reasonOf(await adjust({ item_internal_id: 77, item_number: null }))).toMatch(
      /Item with the id 77 isn't in the NetSuite data. Sync items, then try again/,
    )
    expect(booked()).toEqual([])
  })
})

describe('what a line says twice', () => {
  test.each<[string, Row]>([
    ['the id and the number of the item', { item_internal_id: 5 }],
    ['the id of the item and its title', { item_internal_id: 5, item_number: 'Bolt 5 mm' }],
    ['the number and the UPC code', { upc_code: '0012345678905' }],
    ['the id and the number of the bin', { bin_id: 10 }],
    ['the id and the name of the location', { location_id: 1 }],
    ['the number of the bin and the text in the field for its id', { bin_id: 'a-01' }],
    [
      'the name of the location and the text in the field for its id',
      { location_id: 'warehouse 001' },
    ],
  ])('%s agree, and it is booked', async (_, changes) => {
    expect(await reasonOf(await adjust(changes))).toBe('Booked')
    expect(moves()).toMatchObject([{ item: 5, bin: 10, location: 1, quantity: 3 }])
  })

  test.each<[string, Row, RegExp]>([
    ['the id of another item', { item_internal_id: 6 }, /BOLT.*NUT \(id 6\).*BOLT \(id 5\)/],
    ['the UPC code of another item', { upc_code: '036000291452' }, /036000291452.*BOLT.*NUT/],
    ['the id of another bin', { bin_id: 18 }, /bin A-01, but the id 18 is that of A-02/],
    ['the id of another location', { location_id: 9 }, /Warehouse 001, but the id 9 .* Hamburg/],
    ['a bin of another location', { bin_id: 15, bin_number: null }, /B-01 is in the location Ware/],
    ['the number of another bin as its id', { bin_id: 'A-02' }, /names two bins: A-01 and A-02/],
    [
      'the name of another location as its id',
      { location_id: 'Warehouse 061' },
      /names two locations: Warehouse 001 and Warehouse 061/,
    ],
  ])('with %s it is refused at the device, which names both', async (_, changes, why) => {
    const answer = await adjust(changes)
    expect(answer).toMatchObject({
      status: 422,
      body: {
        detail: [{ loc: ['body'], msg: expect.stringMatching(why), type: 'value_error' }],
        code: 'record-unbookable',
      },
    })
    expect(booked()).toEqual([])
  })
})

test.each([
  ['the number', 'WASHER'],
  ['the UPC code', '4006381333931'],
])('blanks around %s of an item, and of a bin, in NetSuite do not matter', async (_, text) => {
  const line = { item_number: text, bin_number: 'D-01' }
  expect(await reasonOf(await adjust(line))).toBe('Booked')
  expect(moves()).toMatchObject([{ item: 7, bin: 19, quantity: 3 }])
})

describe('a line that repeats only the number of its bin', () => {
  const { location: _, ...line } = LINE
  const HERE = { binId: 14, binName: 'a-01', location: 'Hamburg' }
  test.each<[string, Row]>([
    ['of the record', { bin_id: 14, bin_name: 'A-01', item_data: [line] }],
    ['of the entry about this number', { bin_data: [HERE], item_data: [line] }],
    [
      'of the entry around it',
      {
        bin_data: [
          { binId: 14, binName: 'A-01', itemData: [{ itemId: 5, quantity: 3, binNumber: 'A-01' }] },
        ],
      },
    ],
    [
      'in the location of the entry',
      { bin_name: 'A-01', bin_data: [{ binName: 'A-01', location: 'Hamburg' }], item_data: [line] },
    ],
  ])(
    'a line is booked in the bin %s, and not in another one of this number',
    async (_where, body) => {
      expect(await reasonOf(await send('binAdjustmentRecords', body))).toBe('Booked')
      expect(moves()).toMatchObject([{ location: 9, bin: 14 }])
    },
  )

  test('an entry that repeats the number of its record is about that bin', async () => {
    const bin_data = [{ binName: 'A-01', itemData: [{ itemId: 5, quantity: 3 }] }]
    const body = { bin_id: 14, bin_name: 'A-01', bin_data }
    expect(await reasonOf(await send('binAdjustmentRecords', body))).toBe('Booked')
    expect(moves()).toMatchObject([{ location: 9, bin: 14 }])
  })

  test('a line that says its own location is about the bin of this number there', async () => {
    const item_data = [LINE, { ...LINE, location: 'Warehouse 001 : Warehouse 061' }]
    const body = { bin_id: 10, bin_name: 'A-01', item_data }
    expect(await reasonOf(await send('binAdjustmentRecords', body))).toBe('Booked')
    expect(moves()).toMatchObject([{ bin: 10 }, { bin: 11 }])
  })

  test.each<[string, Row, Row, number]>([
    ['another one of its location', { bin_id: 10, bin_name: 'A-01' }, { binNumber: 'A-02' }, 18],
    [
      'one of another location',
      { bin_id: 10, bin_name: 'A-01' },
      { binNumber: 'B-01', location: 'Warehouse 061' },
      15,
    ],
  ])('a transfer goes from the bin of its record to %s', async (_where, about, item, target) => {
    const itemData = [{ itemId: 5, itemName: 'BOLT', quantity: 2, ...item }]
    const body = { ...about, bin_data: [{ binName: 'A-01', itemData }] }
    expect(await reasonOf(await send('binTransfer', body))).toBe('Booked')
    expect(moves()).toMatchObject([
      { bin: 10, quantity: -2 },
      { bin: target, quantity: 2 },
    ])
  })

  test('an item that repeats the number of the target means the bin of its id', async () => {
    const itemData = [{ itemId: 5, quantity: 2, binNumber: 'A-01' }]
    const bin_data = [{ binId: 18, toBinId: 11, toBinNumber: 'A-01', itemData }]
    expect(await reasonOf(await send('binTransfer', { bin_data }))).toMatch(
      /^The bin A-01 is in the location Warehouse 001 : Warehouse 061/,
    )
    expect(booked()).toEqual([])
  })

  test('a line that names another bin than its record is booked in its own', async () => {
    const body = { bin_id: 14, bin_name: 'A-01', item_data: [{ ...line, bin_number: 'B-01' }] }
    expect(await reasonOf(await send('binAdjustmentRecords', body))).toBe('Booked')
    expect(moves()).toMatchObject([{ location: 61, bin: 15 }])
  })

  test('two entries about different bins of this number are refused with both', async () => {
    const bin_data = [HERE, { binId: 10, binName: 'A-01', location: 'Warehouse 001' }]
    const body = { bin_data, item_data: [line] }
    expect(await reasonOf(await send('binAdjustmentRecords', body))).toBe(
      'The record names two bins: a-01 in Hamburg and A-01 in Warehouse 001.',
    )
    expect(booked()).toEqual([])
    const told = { bin_data, item_data: [{ ...line, location: 'Warehouse 061' }] }
    expect(await reasonOf(await send('binAdjustmentRecords', told))).toBe('Booked')
    expect(moves()).toMatchObject([{ bin: 11 }])
  })

  test('an entry that is listed twice counts once', async () => {
    const body = { bin_data: [HERE, HERE], item_data: [line] }
    expect(await reasonOf(await send('binAdjustmentRecords', body))).toBe('Booked')
    expect(moves()).toMatchObject([{ location: 9, bin: 14 }])
  })
})

describe('a location inside another', () => {
  test.each<[string, Row, number]>([
    ['its short name', { location: 'Warehouse 061' }, 11],
    ['its full name', { location: 'Warehouse 001 : Warehouse 061' }, 11],
    ['its full name without spaces', { location: 'warehouse 001:warehouse 061' }, 11],
    ['its id', { location: null, location_id: '61' }, 11],
    ['the full name, where others have the short one', { location: 'Warehouse 001 : Yard' }, 12],
    ['the id, where others have the name', { location: 'Yard', location_id: 8 }, 13],
    ['the home of the person', { location: null }, 11],
  ])('a bin of it is found by %s', async (_, changes, bin) => {
    expect(await reasonOf(await adjust(changes))).toBe('Booked')
    expect(moves()).toMatchObject([{ bin }])
  })

  test('a short name that two locations have is refused, with both full names', async () => {
    expect(await reasonOf(await adjust({ location: 'Yard' }))).toBe(
      'There are several locations called Yard: Warehouse 001 : Yard, Warehouse 001 : Warehouse 061 : Yard. ' +
        'The record must say the full name, or the id.',
    )
  })

  test('a bin that only another location has is not booked there for a person with one location', async () => {
    const line = { location: null, bin_number: 'A-02' }
    expect(await reasonOf(await adjust(line))).toMatch(/A-02 is not in the location .* 061/)
    await app.context.db.transaction((tx) =>
      changeMobileUser(tx, 'picker1', { multiLocationEnable: true }, new Date(app.clock.now())),
    )
    expect(await reasonOf(await adjust(line))).toBe('Booked')
    expect(moves()).toMatchObject([{ bin: 18 }])
  })
})

describe('an account with subsidiaries', () => {
  test.each([
    ['Warehouse 001', 1],
    ['Hamburg', 2],
  ])('an adjustment in %s carries the subsidiary of the location', async (location, subsidiary) => {
    expect(await reasonOf(await adjust({ location }))).toBe('Booked')
    expect(booked()).toMatchObject([{ subsidiary }])
  })

  test('a record about two subsidiaries is refused with both', async () => {
    const answer = await send('binAdjustmentRecords', {
      item_data: [LINE, { ...LINE, location: 'Hamburg' }],
    })
    expect(answer.status).toBe(422)
    expect(problemText(answer.body)).toBe(
      'The record is about two subsidiaries: Warehouse 001 (America) and Hamburg (Germany). Send one record for each.',
    )
  })

  test('a record about two locations of one subsidiary is one adjustment', async () => {
    const second = { ...LINE, location: 'Warehouse 061', quantity: -1 }
    const answer = await send('binAdjustmentRecords', { item_data: [LINE, second] })
    expect(await reasonOf(answer)).toBe('Booked')
    expect(moves()).toMatchObject([
      { location: 1, bin: 10, quantity: 3 },
      { location: 61, bin: 11, quantity: -1 },
    ])
  })
})

describe('a transfer', () => {
  const item = { itemName: 'BOLT', quantity: 2, binNumber: 'B-01' }
  const transfer = (entry: Row, ...items: Row[]) =>
    send('binTransfer', { bin_data: [{ binName: 'A-01', ...entry, itemData: items }] })

  test('a transfer within a location is a bin transfer', async () => {
    expect(await reasonOf(await transfer({ location: 'Warehouse 061' }, item))).toBe('Booked')
    expect(booked()).toMatchObject([{ type: 'bintransfer' }])
  })

  test.each<[string, Row, Row]>([
    ['the items say', { location: 'Warehouse 001' }, { location: 'Warehouse 061' }],
    ['the entry says', { location: 'Warehouse 001', toLocation: 'Warehouse 061' }, {}],
    ['the ids say', { locationId: 1, toLocationId: 61 }, {}],
    ['the bins say', { binId: 10, toBinId: 15, toLocationId: 61 }, { binNumber: null }],
  ])(
    'a transfer to another location, as %s, is an inventory transfer',
    async (_, entry, changes) => {
      expect(await reasonOf(await transfer(entry, { ...item, ...changes }))).toBe('Booked')
      expect(booked()).toMatchObject([{ type: 'inventorytransfer', subsidiary: 1 }])
      expect(moves()).toMatchObject([
        { location: 1, bin: 10, quantity: -2 },
        { location: 61, bin: 15, quantity: 2 },
      ])
    },
  )

  test('a transfer whose entry and item name different target locations is refused with both', async () => {
    // Both have a bin A-01.
    const entry = { binName: 'A-02', location: 'Warehouse 001', toLocation: 'Warehouse 061' }
    const there = { ...item, binNumber: 'A-01', location: 'Warehouse 001 : Yard' }
    const answer = await transfer(entry, there)
    expect(booked()).toEqual([])
    expect(answer.status).toBe(422)
    expect(problemText(answer.body)).toBe(
      'The record names two target locations: Warehouse 001 : Warehouse 061 and Warehouse 001 : Yard.',
    )
  })

  test('a transfer whose entry and item name the same target location is booked there', async () => {
    const entry = { location: 'Warehouse 001', toLocationId: 61 }
    expect(await reasonOf(await transfer(entry, { ...item, location: 'Warehouse 061' }))).toBe(
      'Booked',
    )
    expect(moves()).toMatchObject([{ bin: 10 }, { bin: 15 }])
  })

  test.each([-2, '-2'])(
    'a transfer of %j is refused, because it may mean the way back',
    async (quantity) => {
      const answer = await transfer({ location: 'Warehouse 061' }, { ...item, quantity })
      expect(answer.status).toBe(422)
      expect(problemText(answer.body)).toBe('A transfer needs a quantity above zero.')
      expect(booked()).toEqual([])
    },
  )

  test('a transfer to several locations is refused with all of them', async () => {
    const answer = await transfer(
      { location: 'Warehouse 001' },
      { ...item, location: 'Warehouse 061' },
      { ...item, location: 'Warehouse 001', binNumber: 'A-02' },
    )
    expect(answer.status).toBe(422)
    expect(problemText(answer.body)).toMatch(
      /from Warehouse 001 to Warehouse 001 : Warehouse 061 and from Warehouse 001 to Warehouse 001\. Send/,
    )
  })
})
