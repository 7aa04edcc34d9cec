/** A change of the quantity of an item in a location, in one bin or in none. */
export interface Move {
  readonly item: number
  readonly location: number
  readonly bin: number | null
  readonly quantity: number
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
  /** The number of times it was written. */
  readonly saves: number
}
