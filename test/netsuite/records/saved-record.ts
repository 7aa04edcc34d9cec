/** A change of stock: so many of an item in one bin, or in none, of a location. */
export interface Move {
  readonly item: number
  readonly location: number
  readonly bin: number | null
  readonly quantity: number
}

/** A line of a record with what it does to the stock. */
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
  /** How many times it was written. */
  readonly saves: number
}
