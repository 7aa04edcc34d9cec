import { describe, expect, test } from 'vitest'
import { flattenInbound } from '#console/rows/inbound.ts'
import { runSync } from '#console/rows/chunked-task.ts'

describe('inbound records', () => {
  const item = { itemId: 5, itemName: 'Widget', enteredQuantity: 2, quantityRemaining: 1.5 }

  test('inbound records become one row per item, newest first, each with the fields of the record', () => {
    const rows = runSync(
      flattenInbound([
        {
          id: 1,
          created_at: '2026-05-10T10:00:00Z',
          netsuite_response: { netsuite_acknowledgment: { success: true } },
          inbound_data: { userName: 'pat', binName: 'A-01', itemData: [item, { itemId: 6 }] },
        },
        {
          id: 2,
          created_at: '2026-05-11T10:00:00Z',
          netsuite_response: '{"netsuite_acknowledgment":{"success":false}}',
          inbound_data: { userName: 'kim', itemData: [item] },
        },
      ]),
    )
    expect(
      rows.map(({ id, itemId, userName, outcome }) => [id, itemId, userName, outcome]),
    ).toEqual([
      [2, 5, 'kim', 'failed'],
      [1, 5, 'pat', 'succeeded'],
      [1, 6, 'pat', 'succeeded'],
    ])
    expect(rows[1]).toMatchObject({ itemName: 'Widget', binName: 'A-01', quantityRemaining: 1.5 })
  })

  test.each([
    ['no items', { userName: 'pat', itemData: [] }],
    ['no list of items', { userName: 'pat' }],
  ])('records with %s keep one row', (_what, inbound_data) => {
    const rows = runSync(flattenInbound([{ id: 1, inbound_data }]))
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ id: 1, userName: 'pat', outcome: 'none', created_at: null })
  })

  test.each([
    ['null', null],
    ['a list', [1]],
    ['text', 'broken'],
    ['a wrong item', { itemData: 5 }],
  ])('unreadable records (%s) keep one row', (_what, inbound_data) => {
    expect(runSync(flattenInbound([{ id: 9, inbound_data }]))).toMatchObject([{ id: 9 }])
  })

  test.each<[what: string, record: Record<string, unknown>, names: (string | null)[]]>([
    ['at the top level', { username: 'pat', inbound_data: { userName: 'kim' } }, ['pat']],
    ['under another name there', { operator: 'pat', inbound_data: { userName: 'kim' } }, ['pat']],
    ['of its bins', { bin_data: { user: 'pat' }, inbound_data: { userName: 'kim' } }, ['pat']],
    ['of the data', { inbound_data: { userName: 'kim' }, details: { user: 'pat' } }, ['kim']],
    ['of each data', { inbound_data: [{ userName: 'kim' }, { userName: 'pat' }] }, ['kim', 'pat']],
    [
      'before that of each',
      { user: 'una', inbound_data: [{ userName: 'kim' }, {}] },
      ['una', 'una'],
    ],
  ])('inbound records name the person %s first', (_what, record, names) => {
    const rows = runSync(flattenInbound([{ id: 1, ...record }]))
    expect(rows.map(({ userName }) => userName)).toEqual(names)
  })

  test('inbound records are read from JSON text too', () => {
    const inbound_data = JSON.stringify({ userName: 'pat', itemData: [item] })
    expect(runSync(flattenInbound([{ id: 1, inbound_data }]))).toMatchObject([
      { id: 1, userName: 'pat', itemName: 'Widget' },
    ])
  })
})
