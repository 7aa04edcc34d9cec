/** What the engine is asked and what it answers. */
import type { ColumnFilter } from '#contract/views/list-search.ts'
import type { Derivation } from '#console/rows/derivation.ts'
import type { ChunkedTask } from '#console/rows/chunked-task.ts'

/** The value of a cell, as sorting, searching, filtering and exports use it. */
export type CellValue = string | number | boolean | null

/** A column as the engine sees it. */
export interface Field<R> {
  readonly id: string
  readonly value: (row: R) => CellValue
  /** The value as shown on the screen, which is what people search for. */
  readonly text: (row: R) => string
}

/** The filter of the column with this id. */
export interface FieldFilter extends ColumnFilter {
  readonly id: string
}

/** What the person asked to see. Pages count from 0. */
export interface View {
  readonly search: string
  readonly filters: readonly FieldFilter[]
  readonly sort: { readonly id: string; readonly descending: boolean } | null
  readonly page: number
  readonly pageSize: number
  /** The page size follows the screen: as many rows as fit. */
  readonly isFit?: boolean
}

/** A view without its page: which rows match, and in which order. */
export type Selection = Pick<View, 'search' | 'filters' | 'sort'>

export interface ViewAnswer<R> {
  /** The rows of the page. */
  readonly rows: readonly R[]
  /** How many rows match, over all pages. */
  readonly total: number
  /** The page shown, which is the last one if the requested page no longer exists. */
  readonly page: number
}

export interface Facet {
  /** As shown on the screen. */
  readonly text: string
  readonly count: number
}

/** The values that occur in a column. */
export interface Facets {
  /** The most frequent values, most frequent first. */
  readonly values: readonly Facet[]
  /** The number of distinct values. */
  readonly distinct: number
  /** The numbers of rows with an empty and with a filled cell. */
  readonly empty: number
  readonly filled: number
}

/** Answers views over one list of rows. */
export interface ViewIndex<R> {
  readonly answer: (view: View) => ViewAnswer<R>
  /** All matching rows in their order, as an export writes them. */
  readonly matching: (view: Selection) => R[]
  /** The values that occur in a column under the search and the filters of the other columns. */
  readonly facets: (view: Selection, id: string, containing?: string) => Facets
  /** Prepares in chunks whatever an answer to the view needs. */
  readonly ahead: (view: Selection) => ChunkedTask<unknown>
  /** Whether that is prepared, so that an answer is quick however many rows there are. */
  readonly isReady: (view: Selection) => boolean
  /** Prepares in chunks what the first search needs. */
  readonly searchAhead: () => ChunkedTask<unknown>
  /** The index of a list that was made from this one. What is built here is carried over to it. */
  readonly next: (list: NextList<R>) => ViewIndex<R>
}

/** A list that was made from an indexed one. */
export interface NextList<R> {
  readonly rows: readonly R[]
  readonly fields: readonly Field<R>[]
  readonly derivation: Omit<Derivation, 'from'>
  /** The ids of the fields that read each row as they did before. */
  readonly same: ReadonlySet<string>
}
