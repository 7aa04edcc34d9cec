/** What to write: the same for every format, and serializable for a worker. */
import type { DOWNLOAD_FORMATS } from '#contract/constants.ts'
import type { DateFormat } from '#console/rows/date-format.ts'

export type ExportFormat = (typeof DOWNLOAD_FORMATS)[number]

/** Which rows: all that match, those of the page, or the selected ones. */
export type ExportScope = 'filtered' | 'page' | 'selected'

export interface ExportColumn {
  readonly id: string
  readonly title: string
  /** Numbers in this column are times in ms. */
  readonly isDate: boolean
}

/** An empty cell is null. */
export type ExportCell = string | number | boolean | null
export type ExportRow = readonly ExportCell[]

/** What was exported, when and by whom, which a workbook says on a sheet of its own. Times in ms. */
export interface ExportAbout {
  readonly table: string
  readonly scope: ExportScope
  readonly rows: number
  readonly search: string
  /** Each as text, such as 'Total Quantity: ≥ 100'. */
  readonly filters: readonly string[]
  readonly sort: { readonly title: string; readonly descending: boolean } | null
  /** When the rows were read from the ERP; null if unknown. */
  readonly asOf: number | null
  readonly exportedAt: number
  readonly exportedBy: string
}

export interface ExportPlan {
  readonly format: ExportFormat
  /** In the order of the file. */
  readonly columns: readonly ExportColumn[]
  readonly about: ExportAbout
  /** How the person wants dates written, which a worker does not know. */
  readonly dateFormat: DateFormat
}

/** A file that is written in pieces. */
export interface ExportFile {
  readonly add: (rows: readonly ExportRow[]) => Promise<void>
  readonly finish: () => Promise<Blob>
}
