/** What a table must be able to do to take part. All of it draws before it returns, as far as the table lets it. */

/** Who takes part. */
export type ContenderName = 'ours' | 'ag' | 'agCached' | 'mui' | 'mdt' | 'ra' | 'mrt'

export interface SheetColumn {
  readonly id: string
  readonly title: string
  readonly kind: 'text' | 'quantity' | 'date'
}

/** Rows of any kind with their columns; the value of a cell is stored under the id of its column. */
export interface Sheet {
  readonly rows: readonly object[]
  readonly columns: readonly SheetColumn[]
  /** Names a row. */
  readonly keyOf: (row: object) => string
}

/** Where a table draws what. */
export interface Places {
  /** What holds the rows: a change below it is a change of the rows. */
  readonly rows: string
  /** One row in it. */
  readonly row: string
  /** The edge of a column that is dragged, or null where that cannot be driven. */
  readonly edge: ((column: string) => string) | null
  /** What scrolls sideways. */
  readonly scroller: string
}

export interface Contender {
  readonly places: Places
  readonly mount: (root: HTMLElement, sheet: Sheet, pageSize: number) => void
  readonly unmount: () => void
  readonly search: (text: string) => void
  readonly filter: (column: string, text: string) => void
  readonly sort: (column: string, descending: boolean) => void
  /** Counted from 0. */
  readonly page: (page: number) => void
  readonly show: (column: string, isShown: boolean) => void
  /** Re-renders the page around the table, as when a dialog opens. */
  readonly openDialog: () => void
  /** What a person opens first; not measured. */
  readonly before?: Partial<Record<'filter' | 'show', (column: string) => void>>
  readonly after?: Partial<Record<'filter' | 'show', () => void>>
}
