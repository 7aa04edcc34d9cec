import { listScreen } from '#console/list/list-screen.ts'
import { readReports } from '#console/rows/reports.ts'
import { reportColumns } from '#console/screens/report-columns.tsx'

export const binTransfer = listScreen({
  path: '/bin-transfer',
  title: 'Bin Transfer',
  group: 'Reports',
  collection: 'binTransfer',
  rows: (records) => readReports(records, 'first-entry'),
  columns: reportColumns,
})
