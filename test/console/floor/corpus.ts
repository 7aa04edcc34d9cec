/** Records in deliberately different shapes, as apps have stored them, each with the expected row. */
import { INBOUND } from '#test/console/floor/inbound-records.ts'
import { ERRORS, MISTAKES, TIMES } from '#test/console/floor/odd-records.ts'
import { AT, bin, booked, item, SHOWN_AT, type Stored } from '#test/console/floor/stored.ts'

/** The person, under each of the names and in each of the places. */
const PEOPLE: readonly Stored[] = [
  ['username', 'count', { id: 1, username: 'pat' }, { Username: 'pat' }],
  ['user', 'count', { id: 1, user: 'pat' }, { Username: 'pat' }],
  ['user as an object', 'count', { id: 1, user: { name: 'Pat' } }, { Username: 'Pat' }],
  ['user as JSON text', 'count', { id: 1, user: '{"username":"pat"}' }, { Username: 'pat' }],
  [
    'user_name before operator',
    'count',
    { user_name: 'pat', operator: 'kim' },
    { Username: 'pat' },
  ],
  ['a name with capitals', 'count', { id: 1, UserName: 'pat' }, { Username: 'pat' }],
  ['an id that is a number', 'adjustment', { id: 1, user_id: 17 }, { Username: '17' }],
  ['created_by', 'adjustment', { id: 1, created_by: 'pat' }, { Username: 'pat' }],
  ['operator_name', 'adjustment', { id: 1, operator_name: 'pat' }, { Username: 'pat' }],
  [
    'inside a bin',
    'transfer',
    { id: 1, bin_data: [{ ...bin, userName: 'pat' }] },
    { Username: 'pat' },
  ],
  [
    'inside an item',
    'adjustment',
    { id: 1, item_data: [{ operator: 'pat' }] },
    { Username: 'pat' },
  ],
  ['inside details', 'adjustment', { id: 1, details: { user: 'pat' } }, { Username: 'pat' }],
  [
    'inside the answer',
    'count',
    { id: 1, netsuite_response: { user: 'pat' } },
    { Username: 'pat' },
  ],
  ['no person', 'count', { id: 1, username: '' }, { Username: '-' }],
]

/** The ERP's answer. */
const ANSWERS: readonly Stored[] = [
  ['a success', 'count', { id: 2, netsuite_response: booked }, { 'ERP Response': 'Succeeded' }],
  [
    'a JSON text',
    'count',
    { id: 2, netsuite_response: JSON.stringify(booked) },
    { 'ERP Response': 'Succeeded' },
  ],
  [
    'a failure in words',
    'adjustment',
    {
      id: 2,
      netsuite_response: {
        netsuite_acknowledgment: { success: 'false', message: 'Bin is inactive' },
      },
    },
    { 'ERP Response': 'Failed' },
  ],
  [
    'a failure as a number',
    'adjustment',
    { id: 2, netsuite_response: { netsuite_acknowledgment: { success: 0 } } },
    { 'ERP Response': 'Failed' },
  ],
  [
    'a success as text with a space',
    'transfer',
    { id: 2, netsuite_response: { netsuite_acknowledgment: { success: ' TRUE ' } } },
    { 'ERP Response': 'Succeeded' },
  ],
  [
    'the other spelling of acknowledgement',
    'transfer',
    {
      id: 2,
      netsuite_response: { netsuite_acknowledgement: { success: true, bin_transfer_id: 61 } },
    },
    { 'ERP Response': 'Succeeded' },
  ],
  [
    'capitals throughout',
    'transfer',
    { id: 2, netsuiteResponse: { netsuiteAcknowledgment: { Success: true, BinTransferId: '62' } } },
    { 'ERP Response': 'Succeeded' },
  ],
  [
    'an acknowledgment as text inside an object',
    'count',
    { id: 2, netsuite_response: { netsuite_acknowledgment: '{"success":false,"message":"No"}' } },
    { 'ERP Response': 'Failed' },
  ],
  [
    'an acknowledgment without an answer around it',
    'count',
    { id: 2, netsuite_response: { success: true, inventoryAdjustmentId: 4711 } },
    { 'ERP Response': 'Succeeded' },
  ],
  [
    'a plain text',
    'adjustment',
    { id: 2, netsuite_response: 'Timeout of the gateway' },
    { 'ERP Response': 'No answer' },
  ],
  [
    'broken JSON',
    'adjustment',
    { id: 2, netsuite_response: '{"message":' },
    { 'ERP Response': 'No answer' },
  ],
  [
    'a message alone',
    'count',
    { id: 2, netsuite_response: { message: 'Queued' } },
    { 'ERP Response': 'No answer' },
  ],
  ['nothing', 'count', { id: 2, netsuite_response: null }, { 'ERP Response': 'No answer' }],
  ['an empty object', 'count', { id: 2, netsuite_response: {} }, { 'ERP Response': 'No answer' }],
  ['an empty text', 'count', { id: 2, netsuite_response: '' }, { 'ERP Response': 'No answer' }],
  [
    'a list with the answer',
    'transfer',
    { id: 2, netsuite_response: [booked] },
    { 'ERP Response': 'Succeeded' },
  ],
  [
    "the record's own flag",
    'count',
    { id: 2, netsuite_acknowledgement_success: 1 },
    { 'ERP Response': 'Succeeded' },
  ],
  [
    "the record's own flag against the answer",
    'count',
    { id: 2, netsuite_acknowledgement_success: false, netsuite_response: booked },
    { 'ERP Response': 'Failed' },
  ],
  [
    'items as text',
    'adjustment',
    {
      id: 2,
      netsuite_response: {
        netsuite_acknowledgment: { success: true, itemDetails: '[{"item":"Bolt","on_hand":"3"}]' },
      },
    },
    { 'ERP Response': 'Succeeded' },
  ],
  [
    'items that are one object',
    'adjustment',
    {
      id: 2,
      netsuite_response: {
        netsuite_acknowledgment: { success: true, item_details: { item: 'Bolt' } },
      },
    },
    { 'ERP Response': 'Succeeded' },
  ],
  [
    'a message that is an object',
    'adjustment',
    {
      id: 2,
      netsuite_response: {
        netsuite_acknowledgment: {
          success: false,
          message: { code: 'USER_ERROR', detail: 'Locked' },
        },
      },
    },
    { 'ERP Response': 'Failed' },
  ],
  [
    'a list of messages',
    'adjustment',
    {
      id: 2,
      netsuite_response: { message: ['One', 'Two'], netsuite_acknowledgment: { success: false } },
    },
    { 'ERP Response': 'Failed' },
  ],
  [
    'undeclared fields',
    'transfer',
    { id: 2, netsuite_response: { ...booked, attempts: 3, trace: { node: 'eu-1' } } },
    { 'ERP Response': 'Succeeded' },
  ],
]

/** Bins and items. */
const BINS: readonly Stored[] = [
  [
    'a list of bins',
    'transfer',
    { id: 3, bin_data: [bin, { ...bin, binName: 'B-02' }] },
    { 'Bin Name': 'A-01', 'Bin Data': 'A-01, B-02' },
  ],
  [
    'bins as JSON text',
    'transfer',
    { id: 3, bin_data: JSON.stringify([bin]) },
    { 'Bin Name': 'A-01', 'Bin Data': 'A-01' },
  ],
  ['one bin as an object', 'count', { id: 3, bin_data: bin }, { 'Bin Name': 'A-01' }],
  [
    'bins by other names',
    'transfer',
    { id: 3, binData: [{ bin_number: 'C-3', Items: [item] }] },
    { 'Bin Name': 'C-3' },
  ],
  [
    'bins as names',
    'transfer',
    { id: 3, bin_data: ['A-01', 'B-02'] },
    { 'Bin Name': 'A-01', 'Bin Data': 'A-01, B-02' },
  ],
  ['bins without names', 'count', { id: 3, bin_data: [{ counted: 4 }] }, { 'Bin Data': '1 entry' }],
  ['no bins', 'transfer', { id: 3, bin_data: [] }, { 'Bin Name': '-', 'Bin Data': 'No Data' }],
  ['no list at all', 'transfer', { id: 3 }, { 'Bin Data': 'No Data' }],
  ['empty bins', 'transfer', { id: 3, bin_data: [{}, null] }, { 'Bin Data': 'No Data' }],
  [
    'bins_data alone',
    'count',
    { id: 3, bins_data: [{ bin_name: 'D-4' }] },
    { 'Bin Name': 'D-4', 'Bin Data': 'D-4' },
  ],
  [
    'its own name next to that of its bin',
    'adjustment',
    { id: 3, bin_name: 'Own', bin_data: [bin] },
    { 'Bin Name': 'Own' },
  ],
  [
    'many bins',
    'count',
    { id: 3, bin_data: Array.from({ length: 7 }, (_, nth) => ({ binName: `M-${nth}` })) },
    { 'Bin Data': 'M-0, M-1, M-2, M-3, M-4, +2' },
  ],
  ['a list inside a list', 'count', { id: 3, bin_data: [[bin]] }, { 'Bin Name': 'A-01' }],
  [
    'items as JSON text',
    'transfer',
    { id: 3, bin_data: [{ ...bin, itemData: JSON.stringify([item]) }] },
    { 'Bin Name': 'A-01' },
  ],
  [
    'no items in a bin',
    'transfer',
    { id: 3, bin_data: [{ ...bin, itemData: [] }] },
    { 'Bin Name': 'A-01' },
  ],
  [
    'items as one object',
    'adjustment',
    { id: 3, item_data: { item_number: 'B-7', quantity: '1.5' } },
    { 'Bin Data': 'No Data' },
  ],
  [
    'items by other names',
    'adjustment',
    { id: 3, itemData: [{ itemNumber: 'B-7', Quantity: 2 }] },
    { 'Bin Data': 'No Data' },
  ],
]

/** Ids, times and undeclared fields. */
const FIELDS: readonly Stored[] = [
  [
    'numbers as text',
    'adjustment',
    { id: '0042', inventory_id: '77', bin_id: '9' },
    { ID: '0042', 'Inventory ID': '77', 'Bin ID': '9' },
  ],
  [
    'numbers as numbers',
    'adjustment',
    { id: 42, inventory_id: 77, bin_id: 9 },
    { ID: '42', 'Inventory ID': '77', 'Bin ID': '9' },
  ],
  [
    'an id that is an object',
    'adjustment',
    { id: { id: 42 }, bin_id: { id: 9, name: 'A-01' } },
    { ID: '42', 'Bin ID': '9', 'Bin Name': '-' },
  ],
  ['no id', 'count', { bin_name: 'A-01' }, { ID: '-', 'Bin Name': 'A-01' }],
  [
    'another spelling of ids',
    'transfer',
    { ID: 7, binId: 9, inventoryId: 77 },
    { ID: '7', 'Inventory ID': '77', 'Bin ID': '9' },
  ],
  [
    'a time',
    'count',
    { id: 4, created_at: AT, updated_at: '2026-05-10 15:42:00' },
    { 'Created At': SHOWN_AT, 'Updated At': SHOWN_AT },
  ],
  [
    'a time in milliseconds',
    'count',
    { id: 4, created_at: Date.parse(AT) },
    { 'Created At': SHOWN_AT },
  ],
  [
    'a time in seconds as text',
    'count',
    { id: 4, createdAt: String(Date.parse(AT) / 1000) },
    { 'Created At': SHOWN_AT },
  ],
  [
    'no time',
    'count',
    { id: 4, created_at: 'soon', updated_at: null },
    { 'Created At': 'soon', 'Updated At': '-' },
  ],
  ['a field of its own', 'adjustment', { id: 5, memo2: 'fragile' }, { Memo2: 'fragile' }],
  ['a yes of its own', 'adjustment', { id: 5, is_recount: true }, { 'Is Recount': 'Yes' }],
  ['a list of its own', 'adjustment', { id: 5, tags: ['cold', 'tall'] }, { Tags: 'cold, tall' }],
  [
    'an object of its own',
    'transfer',
    { id: 5, device: { model: 'TC52', battery: 81 } },
    { Device: '1 entry' },
  ],
  [
    'a list of objects of its own',
    'count',
    { id: 5, photos: [{ url: 'p1' }, { url: 'p2' }] },
    { Photos: '2 entries' },
  ],
  ['a time of its own', 'count', { id: 5, scanned_at: AT }, { 'Scanned At': SHOWN_AT }],
]

export const CORPUS: readonly Stored[] = [
  ...PEOPLE,
  ...ANSWERS,
  ...BINS,
  ...FIELDS,
  ...MISTAKES,
  ...ERRORS,
  ...TIMES,
  ...INBOUND,
]
