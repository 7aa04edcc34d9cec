import { describe, expect, test } from 'vitest'
import {
  collectionNames,
  collectionOf,
  collections,
  isCollectionName,
  isPulled,
  pulledCollections,
  type CollectionName,
  type Row,
} from '#contract/collections.ts'
import { countRecords, rowKey } from '#contract/row-identity.ts'
import { loadFailed } from '#contract/faults.ts'

interface Expected {
  readonly path: string
  readonly fallbackPath?: string
  readonly needs: string
  /** The fields that identify a record for counting; 'length' counts rows. */
  readonly countedBy: readonly (readonly string[])[] | 'length'
  readonly title: string
  readonly loadError: string
  readonly erp?: readonly [path: string, button: 'screen' | 'dashboard']
  readonly refresh: 'shared' | 'live'
}

/** Copied by hand from specification.md sections 2, 3, 6, 7 and 8 and decisions/product/open-calls.md. */
const table: Record<CollectionName, Expected> = {
  locations: {
    path: '/data_locations',
    needs: 'locations',
    countedBy: [['id', 'location_id']],
    title: 'Locations',
    loadError: 'Failed to load locations',
    erp: ['/netsuite/locations', 'screen'],
    refresh: 'shared',
  },
  bins: {
    path: '/data_bins',
    needs: 'bins',
    countedBy: [['id', 'bin_id']],
    title: 'Bins',
    loadError: 'Failed to load bins',
    erp: ['/netsuite/bins', 'screen'],
    refresh: 'shared',
  },
  inventory: {
    path: '/data_inventory',
    needs: 'inventory',
    countedBy: [['item'], ['internal_id']],
    title: 'Inventory',
    loadError: 'Failed to load inventory',
    erp: ['/netsuite/inventory', 'screen'],
    refresh: 'shared',
  },
  items: {
    path: '/data_items',
    needs: 'items',
    countedBy: [['id', 'item_id']],
    title: 'Items',
    loadError: 'Failed to load items',
    erp: ['/netsuite/items', 'screen'],
    refresh: 'shared',
  },
  salesOrders: {
    path: '/data_sales_orders',
    needs: 'salesorder',
    countedBy: [['id', 'order_id']],
    title: 'Sales Orders',
    loadError: 'Failed to load sales orders',
    erp: ['/netsuite/sales-orders', 'screen'],
    refresh: 'shared',
  },
  inboundShipments: {
    path: '/get-inbound-data',
    needs: 'inbound',
    countedBy: 'length',
    title: 'Inbound Shipments',
    loadError: 'Failed to load inbound shipments',
    erp: ['/netsuite/inbound-shipments', 'dashboard'],
    refresh: 'shared',
  },
  inboundDataRecords: {
    path: '/get-inbound-data-records',
    fallbackPath: '/inbound-data-records',
    needs: 'inbound',
    countedBy: [['id']],
    title: 'Inbound Data Records',
    loadError: 'Failed to load inbound data records',
    refresh: 'shared',
  },
  binCountRecords: {
    path: '/bin-count-records',
    needs: 'bincount',
    countedBy: [['id']],
    title: 'Bin Count Records',
    loadError: 'Failed to load bin count records',
    refresh: 'shared',
  },
  binAdjustmentRecords: {
    path: '/bin-adjustment-records',
    needs: 'binAdjustment',
    countedBy: [['id']],
    title: 'Bin Adjustment Records',
    loadError: 'Failed to load bin adjustment records',
    refresh: 'shared',
  },
  binTransfer: {
    path: '/bin-transfer-records',
    needs: 'binTransfer',
    countedBy: [['id']],
    title: 'Bin Transfer',
    loadError: 'Failed to load bin transfer records',
    refresh: 'shared',
  },
  admins: {
    path: '/master-admin-details',
    needs: 'super-admin',
    countedBy: 'length',
    title: 'Admins',
    loadError: 'Failed to load admins',
    refresh: 'live',
  },
  wmsAiUsers: {
    path: '/wms-ai-users',
    needs: 'super-admin',
    countedBy: 'length',
    title: 'WMS Mobile Users',
    loadError: 'Failed to load WMS AI users',
    refresh: 'live',
  },
}

describe('the twelve collections', () => {
  test('the collections are those of the table', () => {
    expect([...collectionNames].sort()).toEqual(Object.keys(table).sort())
  })

  test.each(collectionNames)('%s matches the specification', (name) => {
    const { path, fallbackPath, access, identity, title, area, erp, refresh } = collectionOf(name)
    expect({
      path,
      ...(fallbackPath && { fallbackPath }),
      needs: typeof access === 'string' ? access : access.feature,
      countedBy: identity ?? 'length',
      title,
      loadError: loadFailed(area),
      ...(erp && { erp: [erp.path, erp.button] }),
      refresh,
    }).toEqual(table[name])
  })

  test('no two collections share a path or a title', () => {
    const all = collectionNames.map(collectionOf)
    expect(new Set(all.map(({ path }) => path)).size).toBe(all.length)
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length)
  })

  test('exactly the collections with a pull come from the ERP', () => {
    const pulled = Object.entries(table).flatMap(([name, { erp }]) => (erp ? [name] : []))
    expect(pulledCollections).toEqual(pulled)
    expect(collectionNames.filter(isPulled)).toEqual(pulled)
  })

  test('isCollectionName accepts the twelve names and nothing else', () => {
    expect(isCollectionName('binTransfer')).toBe(true)
    for (const word of ['bin-transfer', 'Bins', '', 'toString', '__proto__'])
      expect(isCollectionName(word)).toBe(false)
  })
})

describe('counting', () => {
  const rows: readonly [what: string, name: CollectionName, list: readonly Row[], count: number][] =
    [
      ['an empty list', 'bins', [], 0],
      ['distinct ids', 'bins', [{ id: 1 }, { id: 2 }], 2],
      ['an id that comes twice', 'bins', [{ id: 1 }, { id: 1 }, { id: 2 }], 2],
      ['a number and its text are one id', 'bins', [{ id: 1 }, { id: '1' }], 1],
      ['the id 0 is an id', 'bins', [{ id: 0 }, { id: 0 }], 1],
      ['bins by bin_id where id is missing', 'bins', [{ bin_id: 7 }, { id: null, bin_id: 7 }], 1],
      ['an empty id is none', 'bins', [{ id: '', bin_id: 7 }, { bin_id: 7 }], 1],
      [
        'id before bin_id',
        'bins',
        [
          { id: 1, bin_id: 7 },
          { id: 2, bin_id: 7 },
        ],
        2,
      ],
      ['locations by location_id', 'locations', [{ location_id: 3 }, { location_id: 3 }], 1],
      ['items by item_id', 'items', [{ item_id: 'A' }, { item_id: 'A' }, { item_id: 'B' }], 2],
      ['sales orders by order_id', 'salesOrders', [{ order_id: 9 }, { order_id: 9 }], 1],
      ['location_id means nothing to bins', 'bins', [{ location_id: 3 }, { location_id: 3 }], 2],
      ['rows without an id count one by one', 'bins', [{}, {}, { id: 1 }], 3],
      [
        'inventory by item plus internal_id',
        'inventory',
        [
          { item: 'A', internal_id: 1, location_id: 1 },
          { item: 'A', internal_id: 1, location_id: 2 },
          { item: 'A', internal_id: 2, location_id: 1 },
          { item: 'B', internal_id: 1, location_id: 1 },
        ],
        3,
      ],
      [
        'inventory with one half of its identity',
        'inventory',
        [{ item: 'A' }, { item: 'A' }, { internal_id: 'A' }, {}, {}],
        4,
      ],
      [
        'halves are not run together',
        'inventory',
        [
          { item: 'A', internal_id: 'BC' },
          { item: 'AB', internal_id: 'C' },
          { item: 'A,B', internal_id: 'C' },
          { item: 'A', internal_id: 'B,C' },
        ],
        4,
      ],
      [
        'mobile users without that of the integration',
        'wmsAiUsers',
        [{ userid: 'a' }, { userid: 'erp-integration' }],
        1,
      ],
      ['bin counts by id', 'binCountRecords', [{ id: 1 }, { id: 1 }], 1],
      ['adjustments by id', 'binAdjustmentRecords', [{ id: 1 }, { id: 1 }], 1],
      ['transfers by id', 'binTransfer', [{ id: 1 }, { id: 1 }], 1],
      ['inbound records by id', 'inboundDataRecords', [{ id: 1 }, { id: 1 }], 1],
      [
        'admins by length',
        'admins',
        [
          { username: 'a', id: 1 },
          { username: 'a', id: 1 },
        ],
        2,
      ],
      ['shipments by length', 'inboundShipments', [{ id: 1 }, { id: 1 }], 2],
      ['mobile users by length', 'wmsAiUsers', [{ userid: 'a' }, { userid: 'a' }], 2],
    ]

  test.each(rows)('%s', (_what, name, list, count) => {
    expect(countRecords(name, list)).toBe(count)
  })
})

describe('the key of a stored row', () => {
  const rows: readonly [what: string, name: CollectionName, row: Row, key: string | null][] = [
    ['is its id', 'bins', { id: '17', bin_number: 'A-1' }, '17'],
    ['is text, also of a number', 'bins', { id: 17 }, '17'],
    ['is missing where the id is', 'bins', { bin_number: 'A-1' }, null],
    ['is missing where the id is empty', 'bins', { id: '' }, null],
    ['is no object', 'bins', { id: { value: 1 } }, null],
    [
      'of inventory names item and place',
      'inventory',
      { item: 'A', internal_id: 5, location_id: 2 },
      'A|5|2',
    ],
    ['of inventory needs all parts', 'inventory', { item: 'A', internal_id: 5 }, null],
    ['of an order line names order and line', 'salesOrders', { internal_id: 8, line_id: 3 }, '8|3'],
    ['of an admin is the username', 'admins', { username: 'a$b' }, 'a$b'],
    ['of a mobile user is the userid', 'wmsAiUsers', { userid: 'u_1' }, 'u_1'],
  ]

  test.each(rows)('%s', (_what, name, row, key) => {
    expect(rowKey(name, row)).toBe(key)
  })

  test.each(collectionNames)('%s: the key fields are fields of the record', (name) => {
    const shape: object = collections[name].record.shape
    for (const field of collectionOf(name).key.filter((part) => part !== 'line_id'))
      expect(Object.keys(shape)).toContain(field)
  })
})
