/** What a case of the corpus is, and what its cases share. */
import type { Row } from '#contract/collections.ts'

/** What was stored, in which report, and how the columns of its first row read, by their heads. */
export type Stored = readonly [
  what: string,
  report: 'count' | 'adjustment' | 'transfer' | 'inbound',
  record: Row,
  shown: Readonly<Record<string, string>>,
]

export const AT = '2026-05-10T15:42:00Z'
export const SHOWN_AT = '10-05-2026 03:42 PM'
export const booked = {
  message: 'Processed',
  netsuite_acknowledgment: { message: 'Booked', success: true },
}
export const item = {
  itemId: 5,
  itemName: 'Bolt',
  quantity: 4,
  binNumber: 'A-01',
  location: 'WH 1',
}
export const bin = { binId: 9, binName: 'A-01', location: 'WH 1', itemData: [item] }

/** As a program stores it that makes JSON of what is JSON already. */
export const twice = (value: unknown) => JSON.stringify(JSON.stringify(value))
