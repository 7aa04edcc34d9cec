/** The columns that the three report lists share (console.md section 2). */
import type { Column, ColumnKit } from '#console/list/column-kit.tsx'
import type { Report } from '#console/rows/reports.ts'
import { Outcome, outcomeWord } from '#console/ui/outcome.tsx'
import { ERP_NAME } from '#contract/constants.ts'

export function reportColumns(c: ColumnKit<Report>): Column<Report>[] {
  return [
    c.text('id', 'ID'),
    c.text('username', 'Username'),
    c.text('bin_name', 'Bin Name'),
    c.own({
      id: 'outcome',
      title: `${ERP_NAME} Response`,
      value: (report) => outcomeWord(report.outcome),
      cell: (report) => <Outcome outcome={report.outcome} />,
    }),
    c.text('inventory_id', 'Inventory ID'),
    c.text('bin_id', 'Bin ID'),
    c.date('created_at', 'Created At'),
    c.date('updated_at', 'Updated At'),
  ]
}
