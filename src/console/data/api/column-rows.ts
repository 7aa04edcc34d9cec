/** Makes rows from columns without blocking the page. */
import type { Row } from '#contract/collections.ts'
import { fromColumns, type Columns } from '#contract/sync/columns.ts'
import type { ChunkedTask } from '#console/rows/chunked-task.ts'

/** Made within a millisecond, on a slow tablet within a few. */
const ROWS_A_STEP = 1_024

export function* rowsOfColumns(columns: Columns): ChunkedTask<Row[]> {
  const rows: Row[] = []
  for (let from = 0; from < columns.rows; from += ROWS_A_STEP) {
    for (const row of fromColumns(columns, from, from + ROWS_A_STEP)) rows.push(row)
    yield
  }
  return rows
}
