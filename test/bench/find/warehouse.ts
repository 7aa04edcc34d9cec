/** What can be found in a warehouse of 250,000 inventory rows. */
import type { Row } from '#contract/collections.ts'
import type { FoundList } from '#console/data/engine/find/entry.ts'

const WORDS = ['Bolt', 'Nut', 'Washer', 'Blue', 'Red', 'Steel', 'Hinge', 'Bracket', 'Cable', 'Drum']

/** Items, bins, orders and records; stock is found through its item. @param share of a warehouse of that size */
export function warehouseOf(share: number): Map<FoundList, readonly Row[]> {
  const many = (count: number, rowOf: (nth: number) => Row): Row[] =>
    Array.from({ length: Math.ceil(count * share) }, (_, nth) => rowOf(nth))
  const word = (nth: number): string => WORDS[nth % WORDS.length] ?? ''
  const place = (nth: number): string => `Warehouse ${String((nth % 12) + 1)}`
  return new Map<FoundList, readonly Row[]>([
    [
      'items',
      many(100_000, (nth) => ({
        id: String(10_000 + nth),
        name: `${word(nth)} ${word(nth >> 3)} ${String(nth % 977)}-${String(nth)}`,
        upc_code: String(400_000_000_000 + nth * 13),
      })),
    ],
    [
      'bins',
      many(50_000, (nth) => ({
        id: String(nth),
        bin_number: binNumber(nth),
        location: place(nth),
      })),
    ],
    ['locations', many(12, (nth) => ({ id: String(nth), name: place(nth) }))],
    [
      'salesOrders',
      many(40_000, (nth) => ({
        internal_id: String(500_000 + (nth >> 2)),
        line_id: nth % 4,
        transaction_id: `SO${String(2_000 + (nth >> 2))}`,
        ponumber: `PO-${String(nth >> 2)}`,
        name: `${word(nth >> 4)} & Sons ${String((nth >> 2) % 3_000)}`,
        location: place(nth >> 2),
      })),
    ],
    [
      'binCountRecords',
      many(20_000, (nth) => ({
        id: 70_000 + nth,
        bin_name: binNumber(nth),
        bin_data: [{ item_name: `${word(nth)} ${String(nth)}`, quantity: nth % 40 }],
      })),
    ],
  ])
}

function binNumber(nth: number): string {
  const two = (part: number): string => String(part % 100).padStart(2, '0')
  return `${'ABCDEFGH'.charAt(nth % 8)}-${two(nth >> 3)}-${two(nth >> 9)}-${String(nth % 7)}`
}
