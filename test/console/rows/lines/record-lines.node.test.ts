import { describe, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { runSync } from '#console/rows/chunked-task.ts'
import { itemsInWords, totalOf } from '#console/rows/lines/record-lines.ts'
import { readReports, type Report } from '#console/rows/reports.ts'

function read(record: Row): Report {
  const [report] = runSync(readReports([record], 'count'))
  if (!report) throw new Error('no report')
  return report
}

/** The cells that the lists show of a record. */
function cellsOf(record: Row) {
  const { lines, reason } = read(record)
  return [itemsInWords(lines), totalOf(lines, 'quantity'), totalOf(lines, 'difference'), reason]
}

const bolt = { item_number: 'BOLT', quantity: 4 }

describe('the items of a record', () => {
  const cases: readonly [
    what: string,
    record: Row,
    item: unknown,
    quantity: unknown,
    difference: unknown,
  ][] = [
    ['nothing', {}, null, null, null],
    ['its own items', { item_data: [bolt] }, 'BOLT', 4, null],
    ['items as a JSON text', { item_data: JSON.stringify([bolt]) }, 'BOLT', 4, null],
    [
      'a name before a description',
      { items: [{ description: 'Bolt M8', itemName: 'BOLT' }] },
      'BOLT',
      null,
      null,
    ],
    ['an id alone', { items: [{ itemId: 7, qty: '2' }] }, '7', 2, null],
    ['plain names', { items: ['BOLT', 'NUT'] }, 'BOLT and 1 more', null, null],
    [
      'the items of its bins',
      { bin_data: [{ binName: 'A-1', itemData: [bolt, { name: 'NUT', quantity: 1 }] }] },
      'BOLT and 1 more',
      5,
      null,
    ],
    [
      'the items of its other bins',
      { bins_data: [{ bin: 'A-1', items: [bolt] }] },
      'BOLT',
      4,
      null,
    ],
    [
      'bins that hold one item each',
      {
        bin_data: [
          { bin: 'A-1', ...bolt },
          { bin: 'A-2', ...bolt },
        ],
      },
      'BOLT',
      8,
      null,
    ],
    ['the record itself', { item_name: 'BOLT', quantity: '1,200' }, 'BOLT', 1_200, null],
    [
      'an expected quantity',
      { items: [{ item: 'BOLT', countedQuantity: 3, expectedQuantity: 5 }] },
      'BOLT',
      3,
      -2,
    ],
    [
      'a difference of its own',
      { items: [{ item: 'BOLT', variance: -1, quantity: 9 }] },
      'BOLT',
      9,
      -1,
    ],
    [
      'expectations of some',
      {
        items: [
          { ...bolt, system_qty: 5 },
          { item: 'NUT', quantity: 1 },
        ],
      },
      'BOLT and 1 more',
      5,
      -1,
    ],
    [
      'decimals, whose sums have no error of binary fractions',
      {
        items: [
          { item: 'BOLT', counted: 1.1, expected: 1 },
          { item: 'BOLT', counted: 0.2, expected: 0 },
          { item: 'BOLT', counted: '0.7', expected: '1.0' },
        ],
      },
      'BOLT',
      2,
      0,
    ],
    [
      'a quantity that is no number',
      { items: [{ item: 'BOLT', quantity: 'many' }] },
      'BOLT',
      null,
      null,
    ],
    [
      'many items, of which some repeat',
      { items: [bolt, bolt, { item: 'NUT' }, { item: 'NAIL' }] },
      'BOLT and 2 more',
      8,
      null,
    ],
  ]
  test.each(cases)('are read from %s', (_what, record, ...cells) => {
    expect(cellsOf(record).slice(0, 3)).toEqual(cells)
  })

  test('a transfer names the bin that an item came from, and its target', () => {
    const item = { itemName: 'BOLT', quantity: 2, binNumber: 'B-02' }
    const { lines } = read({ bin_data: [{ binName: 'A-01', itemData: [item] }] })
    expect(lines).toMatchObject([{ bin: 'A-01', toBin: 'B-02', quantity: 2 }])
  })

  test.each([
    ['a count by what was counted', 'count', 8],
    ['an adjustment by its change', 'adjustment', -2],
  ] as const)('a line with both quantities shows %s', (_what, kind, quantity) => {
    const item = { itemName: 'BOLT', quantity: -2, counted_quantity: 8, expected_quantity: 10 }
    const [report] = runSync(readReports([{ item_data: [item] }], kind))
    expect(report?.lines).toMatchObject([{ quantity, expected: 10, difference: -2 }])
  })

  test('a flat record shows its item and quantity once', () => {
    const { rest } = read({ item_name: 'BOLT', quantity: 3, expected_quantity: 4, memo: 'wet' })
    expect(rest).toEqual({ expected_quantity: 4, memo: 'wet' })
  })
})

describe('the reason of a record', () => {
  const answered = (success: boolean, rest: Row = {}) => ({
    netsuite_response: { message: 'Not booked', netsuite_acknowledgment: { success, ...rest } },
  })
  const cases: readonly [what: string, record: Row, reason: unknown][] = [
    [
      'the acknowledgment of a refusal',
      answered(false, { message: 'Bin is inactive' }),
      'Bin is inactive',
    ],
    ['the answer around it', answered(false), 'Not booked'],
    ['nothing where it was booked', answered(true, { message: 'Booked' }), null],
    ['nothing without an answer', {}, null],
  ]
  test.each(cases)('is %s', (_what, record, reason) => {
    expect(read(record).reason).toBe(reason)
  })
})
