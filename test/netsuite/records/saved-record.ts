/** A change of the quantity of an item in a location, in one bin or in none, in base units. */
export interface Move {
  readonly item: number
  readonly location: number
  readonly bin: number | null
  readonly quantity: number
  /** The lot or serial number, a row of `inventorynumber`. */
  readonly number?: number
  readonly status?: number
  /** Of a lot that comes into the stock. */
  readonly expires?: string
}

/** A line of a record with its changes of stock. */
export interface RecordLine {
  readonly item: number
  readonly moves: readonly Move[]
}

/** A record that was written with an external id. */
export interface SavedRecord {
  readonly id: number
  readonly type: string
  readonly externalId: string
  readonly lines: readonly RecordLine[]
  /** The day of the transaction, such as 2026-05-11; null for the day on which it was saved. */
  readonly day: string | null
  readonly subsidiary: number | null
  /** The number of times it was written. */
  readonly saves: number
}
