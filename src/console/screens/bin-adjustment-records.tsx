import { listScreen } from '#console/list/list-screen.ts'
import { readReports } from '#console/rows/reports.ts'
import { reportColumns } from '#console/screens/report-columns.tsx'

export const binAdjustmentRecords = listScreen({
  path: '/bin-adjustment-records',
  title: 'Bin Adjustment Records',
  group: 'Reports',
  collection: 'binAdjustmentRecords',
  rows: (records) => readReports(records, 'own'),
  columns: reportColumns,
})
