import { listScreen } from '#console/list/list-screen.ts'
import { readReports } from '#console/rows/reports.ts'
import { reportColumns } from '#console/screens/report-columns.tsx'

export const binCountRecords = listScreen({
  path: '/bin-count-records',
  title: 'Bin Count Records',
  group: 'Reports',
  collection: 'binCountRecords',
  rows: (records) => readReports(records, 'own'),
  columns: reportColumns,
})
