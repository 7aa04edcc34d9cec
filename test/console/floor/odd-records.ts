/**
 * Records as bugs and other systems produce them: encoded twice, errors in place of answers,
 * unusual times.
 */
import type { Row } from '#contract/collections.ts'
import { AT, bin, booked, item, SHOWN_AT, type Stored, twice } from '#test/console/floor/stored.ts'

/** Records produced by bugs. */
export const MISTAKES: readonly Stored[] = [
  [
    'JSON in JSON in JSON',
    'count',
    {
      id: 7,
      netsuite_response: twice({
        message: 'Processed',
        netsuite_acknowledgment: JSON.stringify({ success: 'true', inventoryAdjustmentId: '9' }),
      }),
    },
    { 'ERP Response': 'Succeeded' },
  ],
  [
    'bins encoded twice',
    'transfer',
    { id: 7, bin_data: twice([{ binName: 'A-01', itemData: twice([item]) }]) },
    { 'Bin Name': 'A-01', 'Bin Data': 'A-01' },
  ],
  [
    "an answer in Python's own writing",
    'count',
    {
      id: 7,
      netsuite_response: `{'message': "It's booked", 'netsuite_acknowledgment': {'success': True, 'binTransferId': None}}`,
    },
    { 'ERP Response': 'Succeeded' },
  ],
  [
    "an answer that is the text 'null'",
    'count',
    { id: 7, netsuite_response: 'null' },
    { 'ERP Response': 'No answer' },
  ],
  [
    "texts 'null' and 'undefined' for nothing",
    'count',
    {
      id: 7,
      username: 'undefined',
      bin_name: 'null',
      operator: 'kim',
      memo: 'NaN',
      created_at: 'null',
    },
    { Username: 'kim', 'Bin Name': '-', Memo: '-', 'Created At': '-' },
  ],
  [
    "the text '[object Object]'",
    'adjustment',
    { id: 7, bin_name: '[object Object]', netsuite_response: '[object Object]' },
    { 'Bin Name': '-', 'ERP Response': 'No answer' },
  ],
  [
    'bins under their names instead of in a list',
    'count',
    { id: 7, bin_data: { a: { binName: 'A-01', itemData: [] }, b: { binName: 'B-02' } } },
    { 'Bin Name': 'A-01', 'Bin Data': 'A-01, B-02' },
  ],
  [
    'items counted from 0 instead of in a list',
    'adjustment',
    { id: 7, item_data: { 0: { item_number: 'B-7' }, 1: { item_number: 'B-8' } } },
    { 'Bin Data': 'No Data' },
  ],
  [
    'false for bins',
    'transfer',
    { id: 7, bin_data: false },
    { 'Bin Name': '-', 'Bin Data': 'No Data' },
  ],
  [
    'holes in its list of bins',
    'count',
    { id: 7, bin_data: [null, {}, [], '', { binName: null }, { binName: 'X-1' }] },
    { 'Bin Name': 'X-1', 'Bin Data': 'X-1' },
  ],
  [
    'fields called like what every object has',
    'count',
    JSON.parse(
      '{"id":7,"__proto__":{"username":"eve"},"constructor":"c1","toString":"t1","valueOf":{"x":"v1"}}',
    ) as Row,
    { Username: '-', Constructor: 'c1', 'To String': 't1', 'Value Of': '1 entry' },
  ],
  [
    'an acknowledgment called like that',
    'count',
    {
      id: 7,
      netsuite_response: JSON.parse(
        '{"__proto__":{"success":true},"constructor":"c2","netsuite_acknowledgment":{"success":false,"toString":"t2"}}',
      ) as Row,
    },
    { 'ERP Response': 'Failed' },
  ],
  [
    'field names without a letter of the alphabet',
    'count',
    { id: 7, 日本: 'j', 日中: 'c', été_chaud: 's', ___: 'l', ' ': 'b', '📝': 'n' },
    { 日本: 'j', 日中: 'c', 'Été Chaud': 's', ___: 'l', Unnamed: 'b', '📝': 'n' },
  ],
  [
    'texts from right to left and pictures',
    'transfer',
    { id: 7, username: 'محمد', bin_data: [{ binName: '📦-١' }] },
    { Username: 'محمد', 'Bin Name': '📦-١' },
  ],
  [
    'endless nesting',
    'count',
    { id: 7, tags: JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) as unknown, memo: 'm' },
    { Tags: '-', Memo: 'm' },
  ],
  [
    'two names of its bin',
    'adjustment',
    { id: 7, bin_name: 'A-01', binName: 'B-02', 'Bin Name': 'C-03' },
    { 'Bin Name': 'A-01' },
  ],
  [
    'a name of its own next to that of its bin',
    'transfer',
    { id: 7, bin_name: 'Dock', bin_data: [bin] },
    { 'Bin Name': 'A-01' },
  ],
  [
    'booleans as text',
    'adjustment',
    { id: 7, is_recount: 'True', done: 'false' },
    { 'Is Recount': 'Yes', Done: 'No' },
  ],
  [
    'references as NetSuite writes them',
    'adjustment',
    { id: 7, inventory_id: { id: '77', links: [] }, bin_id: { internalId: 9 } },
    { 'Inventory ID': '77', 'Bin ID': '9' },
  ],
]

/** Errors in place of an answer. */
export const ERRORS: readonly Stored[] = [
  [
    'an error as NetSuite writes it',
    'adjustment',
    {
      id: 8,
      netsuite_response: {
        type: 'https://www.rfc-editor.org/rfc9110.html#400',
        title: 'Bad Request',
        status: 400,
        'o:errorDetails': [
          {
            detail: 'Invalid bin',
            'o:errorCode': 'USER_ERROR',
            'o:errorPath': 'inventory.items[0]',
          },
        ],
      },
    },
    { 'ERP Response': 'Failed' },
  ],
  [
    'such an error in the acknowledgment',
    'transfer',
    {
      id: 8,
      netsuite_response: {
        message: 'Sent',
        netsuite_acknowledgment: {
          title: 'Conflict',
          status: '409',
          'o:errorDetails': [{ detail: 'X' }],
        },
      },
    },
    { 'ERP Response': 'Failed' },
  ],
  [
    'an error in words',
    'count',
    { id: 8, netsuite_response: { error: 'Bin locked' } },
    { 'ERP Response': 'Failed' },
  ],
  [
    'an error that is an object',
    'count',
    { id: 8, netsuite_response: { error: { code: 'X1', message: 'Bin locked' } } },
    { 'ERP Response': 'Failed' },
  ],
  [
    'a text that tells an error',
    'count',
    { id: 8, netsuite_response: 'Error: timeout' },
    { 'ERP Response': 'Failed' },
  ],
  [
    'a status in words',
    'count',
    { id: 8, netsuite_response: { status: 'failed', message: 'Bin locked' } },
    { 'ERP Response': 'Failed' },
  ],
  [
    'a status of HTTP',
    'count',
    { id: 8, netsuite_response: { netsuite_acknowledgment: { status: '204' } } },
    { 'ERP Response': 'Succeeded' },
  ],
  [
    'a success that is not known yet',
    'count',
    { id: 8, netsuite_response: { netsuite_acknowledgment: { success: 'pending', status: 202 } } },
    { 'ERP Response': 'No answer' },
  ],
  [
    'an acknowledgment in words',
    'count',
    { id: 8, netsuite_response: { netsuite_acknowledgment: 'Booked as 77' } },
    { 'ERP Response': 'No answer' },
  ],
  [
    'a mere yes for an acknowledgment',
    'count',
    { id: 8, netsuite_response: { message: 'Sent', netsuite_acknowledgment: true } },
    { 'ERP Response': 'Succeeded' },
  ],
  [
    'an acknowledgment next to its answer',
    'adjustment',
    { id: 8, netsuite_response: { message: 'Sent' }, netsuite_acknowledgment: { success: false } },
    { 'ERP Response': 'Failed' },
  ],
  [
    'several acknowledgments, one of them failed',
    'transfer',
    {
      id: 8,
      netsuite_response: {
        netsuite_acknowledgment: [
          { success: true, binTransferId: 61 },
          { success: false, message: 'Second line refused' },
        ],
      },
    },
    { 'ERP Response': 'Failed' },
  ],
  [
    'several answers',
    'count',
    {
      id: 8,
      netsuite_response: [booked, { message: 'Again', netsuite_acknowledgment: { success: true } }],
    },
    { 'ERP Response': 'Succeeded' },
  ],
  [
    "the record's own flag as the text 'null'",
    'count',
    { id: 8, netsuite_acknowledgement_success: 'null', netsuite_response: booked },
    { 'ERP Response': 'Succeeded' },
  ],
  [
    'an answer and its reason in two fields',
    'count',
    { id: 8, netsuite_response: { message: 'Not booked', detail: 'Bin locked', success: 'No' } },
    { 'ERP Response': 'Failed' },
  ],
]

/** Times in other formats. */
export const TIMES: readonly Stored[] = [
  [
    'times of Postgres',
    'count',
    { id: 9, created_at: '2026-05-10 15:42:00.5+00' },
    { 'Created At': SHOWN_AT },
  ],
  [
    'times of HTTP',
    'count',
    { id: 9, created_at: 'Sun, 10 May 2026 15:42:00 GMT' },
    { 'Created At': SHOWN_AT },
  ],
  [
    'times of a document database',
    'count',
    { _id: { $oid: '65fa' }, created_at: { $date: AT } },
    { ID: '65fa', 'Created At': SHOWN_AT },
  ],
  [
    'microseconds since 1970',
    'count',
    { id: 9, created_at: Date.parse(AT) * 1000 },
    { 'Created At': SHOWN_AT },
  ],
  [
    'seconds with a fraction',
    'count',
    { id: 9, created_at: '1778427720.123' },
    { 'Created At': SHOWN_AT },
  ],
  [
    'slashes in its time',
    'count',
    { id: 9, updated_at: '2026/05/10 15:42' },
    { 'Updated At': SHOWN_AT },
  ],
  [
    'a day that does not exist',
    'count',
    { id: 9, created_at: '2026-02-30T10:00:00Z' },
    { 'Created At': '2026-02-30T10:00:00Z' },
  ],
  [
    'a day that may be a month',
    'count',
    { id: 9, created_at: '10/05/2026 15:42' },
    { 'Created At': '10/05/2026 15:42' },
  ],
  [
    'a time of its own in camel case',
    'count',
    { id: 9, scannedAt: 1_778_427_720 },
    { 'Scanned At': SHOWN_AT },
  ],
]
