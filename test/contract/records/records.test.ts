import { describe, expect, test } from 'vitest'
import { collectionNames, collections, type CollectionName } from '#contract/collections.ts'
import { Acknowledgment, AcknowledgedItem, ErpResponse } from '#contract/records/erp-response.ts'
import { QUANTITY_FIELDS } from '#contract/records/erp.ts'
import {
  AdjustedItem,
  InboundData,
  InboundItem,
  TransferredItem,
  USERNAME_FIELDS,
  USERNAME_PLACES,
} from '#contract/records/reports.ts'
import { parseText } from '#contract/records/nested-text.ts'
import { isAnswerField, isServerField } from '#contract/records/server-fields.ts'

/** The fields of specification.md section 3, copied by hand; admins and users without write-only fields. */
const fields: Record<CollectionName, string> = {
  locations: 'location name id',
  bins: 'id bin_number location memo bin_orientation aisle_no bin inactive_bin inventory_counted room wh',
  inventory: 'item internal_id item_name item_id location location_id available_quantity',
  items: 'id name upc_code',
  salesOrders:
    'name status location ponumber ship_from internal_id reference_1 transaction_id shipping_address created_at updated_at',
  inboundShipments:
    'id shipment_number supplier status expected_date received_date total_items created_at updated_at',
  inboundDataRecords: 'id created_at updated_at netsuite_response inbound_data',
  binCountRecords:
    'username bin_data bins_data bin_id netsuite_response netsuite_acknowledgement_success created_at updated_at',
  binAdjustmentRecords:
    'id username bin_name inventory_id bin_id bin_data item_data netsuite_response created_at updated_at',
  binTransfer: 'id username bin_data netsuite_response created_at updated_at',
  admins: 'username company_name company_email phone_number is_super_admin created_at features',
  wmsAiUsers: 'userid name location multi_location_enable features created_at',
}

const parts = [
  ['an adjusted item', AdjustedItem, 'item_number description quantity bin_number location'],
  ['a transferred item', TransferredItem, 'itemId itemName quantity binNumber location'],
  [
    'inbound data',
    InboundData,
    'binId action binName location userName locationName containerName inboundShipmentId itemData',
  ],
  [
    'an inbound item',
    InboundItem,
    'poId itemId upcCode itemName vendorName purchaseOrder enteredQuantity originalQuantity quantityReceived quantityRemaining',
  ],
  ['an ERP response', ErpResponse, 'message operation_time netsuite_acknowledgment'],
  [
    'an acknowledgment',
    Acknowledgment,
    'message success inventoryAdjustmentId binTransferId inboundShipmentId itemDetails',
  ],
  [
    'an acknowledged item',
    AcknowledgedItem,
    'item status on_hand location available bin_number bin_internal_id inventory_number item_internal_id',
  ],
] as const

describe('the fields of section 3', () => {
  test.each(collectionNames)('%s have the fields of the specification', (name) => {
    const shape: object = collections[name].record.shape
    expect(Object.keys(shape)).toEqual(expect.arrayContaining(fields[name].split(' ')))
  })

  test.each(parts)('%s has the fields of the specification', (_what, schema, list) => {
    expect(Object.keys(schema.shape)).toEqual(list.split(' '))
  })

  test('no list carries a password', () => {
    for (const name of collectionNames)
      expect(Object.keys(collections[name].record.shape).join(' ')).not.toMatch(/password/)
  })

  test('the quantity has these names in this order', () => {
    expect(QUANTITY_FIELDS).toEqual([
      'available_quantity',
      'quantity_available',
      'available',
      'total_available',
    ])
  })

  test('the person is looked up under these names and in these places, in this order', () => {
    expect(USERNAME_FIELDS).toEqual([
      'username',
      'user',
      'user_name',
      'userName',
      'user_id',
      'userId',
      'created_by',
      'createdBy',
      'operator',
      'operator_name',
    ])
    expect(USERNAME_PLACES).toEqual([
      'bin_data',
      'item_data',
      'inbound_data',
      'details',
      'netsuite_response',
    ])
  })
})

describe('a field that only the server sets', () => {
  const answers = [
    'netsuite_response',
    'erp_response',
    'netsuite_acknowledgment',
    'netsuite_acknowledgement',
    'netsuite_acknowledgment_success',
    'netsuite_acknowledgement_success',
    'acknowledgment',
    'acknowledgement',
    'NETSUITE_RESPONSE',
    'netsuiteResponse',
    'Erp Response',
    'erp-response',
    'ERPResponse',
    'netsuiteAcknowledgementSuccess',
    'someAcknowledgmentOfTheirs',
    'NETSUİTE_RESPONSE',
  ]
  test.each(answers)("%s is recognized as the ERP's answer", (field) => {
    expect([isAnswerField(field), isServerField(field)]).toEqual([true, true])
  })

  const whoAndWhen = [
    ...USERNAME_FIELDS,
    'USERNAME',
    'User Name',
    'createdby',
    'Operator-Name',
    'created_at',
    'createdAt',
    'created_on',
    'created_time',
    'updated_at',
    'UPDATED_AT',
    'updatedOn',
    'updated_time',
  ]
  test.each(whoAndWhen)('%s is recognized as a person or a time', (field) => {
    expect([isAnswerField(field), isServerField(field)]).toEqual([false, true])
  })

  const others =
    'id name success message status response location locationName binName itemData scanned_at created'
  test.each(others.split(' '))('%s is not such a field', (field) => {
    expect(isServerField(field)).toBe(false)
  })
})

test('a megabyte of quotes is parsed in no time, whatever is between them', () => {
  const quotes = `\\'`.repeat(500_000)
  expect(parseText(`[${quotes}`)).toBeUndefined()
  expect(parseText(`['${quotes}\\`)).toBeUndefined()
  expect(parseText(`['${quotes}']`)).toEqual(["'".repeat(500_000)])
})

const accepted: readonly [what: string, name: CollectionName, row: Record<string, unknown>][] = [
  ['ids as numbers', 'locations', { id: 1, name: 'Main' }],
  ['ids as text under another name', 'locations', { location_id: '1', location: 'Main' }],
  ['nothing but an unknown field', 'locations', { zone: { level: [1, 2] } }],
  ['a flag as boolean', 'bins', { id: 1, inactive_bin: false, inventory_counted: true }],
  ['a flag as text', 'bins', { id: 1, inactive_bin: 'F', wh: null }],
  ['a bin by bin_id', 'bins', { bin_id: 9, bin_number: 'A-01' }],
  ['an item by item_id', 'items', { item_id: 9, name: 'Bolt', upc_code: null }],
  ['available_quantity', 'inventory', { item: 'A', internal_id: 1, available_quantity: 10.4 }],
  ['quantity_available', 'inventory', { item: 'A', internal_id: 1, quantity_available: '10.4' }],
  ['available', 'inventory', { item: 'A', internal_id: 1, available: 0 }],
  ['total_available', 'inventory', { item: 'A', internal_id: 1, total_available: null }],
  ['line fields', 'salesOrders', { internal_id: 1, line_id: 2, quantity: 3, item: 'A' }],
  ['an order by order_id', 'salesOrders', { order_id: 7 }],
  ['an empty shipment', 'inboundShipments', {}],
  ['a shipment with lines', 'inboundShipments', { id: 1, lines: [{ item: 'A' }] }],
  ['a response as object', 'binCountRecords', { id: 1, netsuite_response: { message: 'ok' } }],
  ['a response as text', 'binCountRecords', { id: 1, netsuite_response: '{"message":"ok"}' }],
  ['no response', 'binCountRecords', { id: 1, netsuite_response: null }],
  ['a person as object', 'binCountRecords', { id: 1, username: { name: 'Ann' } }],
  ['a person under another name', 'binCountRecords', { id: 1, operator: 'Ann' }],
  ['bin data as list', 'binCountRecords', { id: 1, bin_data: [{ bin: 1 }], bins_data: {} }],
  ['bin data as text', 'binAdjustmentRecords', { id: 1, bin_data: '[]', item_data: [] }],
  ['an item list inside', 'binTransfer', { id: 1, bin_data: [{ itemData: [{ itemId: 1 }] }] }],
  ['inbound data', 'inboundDataRecords', { id: 1, inbound_data: { itemData: [] } }],
  ['inbound data as text', 'inboundDataRecords', { id: 1, inbound_data: '{}' }],
  ['an admin with flags as text', 'admins', { username: 'a$b', features: { bins: 'true' } }],
  ['an admin without flags', 'admins', { username: 'a', features: null, is_super_admin: 1 }],
  ['a mobile user', 'wmsAiUsers', { userid: 'u_1', multi_location_enable: 'true', role: 'x' }],
]

const refused: readonly [what: string, name: CollectionName, row: unknown][] = [
  ['an id that is an object', 'locations', { id: { value: 1 } }],
  ['a name that is a list', 'locations', { id: 1, name: ['Main'] }],
  ['a bin number that is an object', 'bins', { bin_number: { text: 'A-1' } }],
  ['a name that is an object', 'items', { id: 1, name: {} }],
  ['a quantity that is a list', 'inventory', { item: 'A', available_quantity: [1] }],
  ['a status that is an object', 'salesOrders', { status: { id: 'B' } }],
  ['a date that is an object', 'inboundShipments', { id: 1, expected_date: {} }],
  ['a response that is a number', 'binCountRecords', { id: 1, netsuite_response: 7 }],
  ['a response that is a list', 'binAdjustmentRecords', { id: 1, netsuite_response: [1] }],
  ['a bin id that is a list', 'binTransfer', { id: 1, bin_id: [1] }],
  ['a time that is an object', 'inboundDataRecords', { id: 1, created_at: {} }],
  ['an admin without a username', 'admins', { company_name: 'Acme' }],
  ['an admin whose username is a number', 'admins', { username: 7 }],
  ['flags that are a list', 'admins', { username: 'a', features: ['bins'] }],
  ['a mobile user without a userid', 'wmsAiUsers', { name: 'Ann' }],
]

describe('a row', () => {
  test.each(accepted)('a row with %s is accepted in %s and stays complete', (_what, name, row) => {
    expect(collections[name].record.safeParse(row).data).toEqual(row)
  })

  test.each(refused)('a row with %s is rejected in %s', (_what, name, row) => {
    expect(collections[name].record.safeParse(row).success).toBe(false)
  })

  test.each(collectionNames)('a row that is not an object is rejected in %s', (name) => {
    for (const row of [undefined, null, 'text', 7, [], [{}]])
      expect(collections[name].record.safeParse(row).success).toBe(false)
  })
})
