/** The type of the corpus's cases, and what they share. */
import type { Row } from '#contract/collections.ts'

/** The stored record, its report, and the displayed columns of its first row, by title. */
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

/** As stored by a program that serializes JSON a second time. */
export const twice = (value: unknown) => JSON.stringify(JSON.stringify(value))
