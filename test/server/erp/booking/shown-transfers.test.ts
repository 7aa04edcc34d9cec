/** What the console shows of a transfer is what is booked of it, whichever way the record names its bins. */
import { describe, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { readReport } from '#console/rows/reports.ts'
import { sentLines, type SentPlace } from '#server/erp/booking/meaning/sent-lines.ts'

const NAMED = ['by nothing', 'by id', 'by number', 'by both'] as const
type Named = (typeof NAMED)[number]

/** The fields that name a bin in one of these ways. */
function naming(how: Named, [idField, id]: Pair, [numberField, number]: Pair): Row {
  return {
    ...(how === 'by id' || how === 'by both' ? { [idField]: id } : {}),
    ...(how === 'by number' || how === 'by both' ? { [numberField]: number } : {}),
  }
}
type Pair = readonly [field: string, value: string]

const targets = NAMED.flatMap((entry) => NAMED.map((item) => ({ entry, item }))).filter(
  ({ entry, item }) => entry !== 'by nothing' || item !== 'by nothing',
)
const sources = NAMED.flatMap((record) => NAMED.map((entry) => ({ record, entry }))).filter(
  ({ record, entry }) => record !== 'by nothing' || entry !== 'by nothing',
)
/** The locations of the source, the target and the item. */
const locations: readonly Row[] = [
  {},
  { location: 'Hall' },
  { toLocation: 'Yard' },
  { location: 'Hall', toLocation: 'Yard' },
  { item: 'Yard' },
  { location: 'Hall', item: 'Yard' },
]

describe.each(sources)(
  'a transfer whose record names its bin $record, and its entry $entry',
  (source) => {
    test.each(targets)(
      'with a target that the entry names $entry, and the item $item',
      (target) => {
        for (const { item: itemLocation, ...ofEntry } of locations) {
          const record: Row = {
            ...naming(source.record, ['bin_id', '30'], ['bin_name', 'A-01']),
            bin_data: [
              {
                ...naming(source.entry, ['binId', '30'], ['binName', 'A-01']),
                ...naming(target.entry, ['toBinId', '31'], ['toBinNumber', 'B-02']),
                ...ofEntry,
                itemData: [
                  {
                    itemName: 'BOLT',
                    quantity: 2,
                    ...naming(target.item, ['binInternalId', '31'], ['binNumber', 'B-02']),
                    ...(itemLocation === undefined ? {} : { location: itemLocation }),
                  },
                ],
              },
            ],
          }
          const [booked] = sentLines('binTransfer', record)
          const [shown] = readReport(record, 'transfer').lines
          expect([record, shown?.bin, shown?.at]).toEqual([record, ...placeOf(booked?.from)])
          expect([record, shown?.toBin, shown?.to]).toEqual([record, ...placeOf(booked?.to)])
        }
      },
    )
  },
)

describe('a transfer between bins of one number', () => {
  const ways: readonly (readonly [string, Row, Row])[] = [
    ['whose entry says both locations', { location: 'Hall', toLocation: 'Yard' }, {}],
    ['whose entry and item say one each', { location: 'Hall' }, { location: 'Yard' }],
    ['whose entry says the id of its bin', { binId: '30' }, { location: 'Yard' }],
    ['whose entry says the id of its bin and the target', { binId: '30', toLocation: 'Yard' }, {}],
  ]
  test.each(ways)('%s', (_which, entry, item) => {
    const itemData = [{ itemName: 'BOLT', quantity: 2, binNumber: 'A-01', ...item }]
    const record: Row = { bin_data: [{ binName: 'A-01', ...entry, itemData }] }
    const [booked] = sentLines('binTransfer', record)
    const [shown] = readReport(record, 'transfer').lines
    expect([shown?.bin, shown?.at]).toEqual(placeOf(booked?.from))
    expect([shown?.toBin, shown?.to]).toEqual(placeOf(booked?.to))
  })

  test('that says no location at all, or one for both, is shown as being about one bin', () => {
    for (const item of [{}, { location: 'Yard' }]) {
      const itemData = [{ itemName: 'BOLT', quantity: 2, binNumber: 'A-01', ...item }]
      const [shown] = readReport({ bin_data: [{ binName: 'A-01', itemData }] }, 'transfer').lines
      expect(shown).toMatchObject({ bin: 'A-01', toBin: null })
    }
  })
})

/** A place of a booking as the console describes it. */
function placeOf(place: SentPlace | null | undefined): readonly unknown[] {
  if (!place) return [null, null]
  const { bin, location } = place
  const at = { binId: bin.id, location: location.names[0] ?? null, locationId: location.id }
  return [bin.names[0] ?? null, at]
}
