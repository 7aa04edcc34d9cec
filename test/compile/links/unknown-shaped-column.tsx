import { listScreen } from '#console/list/list-screen.ts'

export const bins = listScreen({
  path: '/bins',
  title: 'Bins',
  icon: 'tag',
  group: 'Master Data',
  collection: 'bins',
  rows: (records) => records.map(({ bin_number }) => ({ name: bin_number })),
  columns: (c) => [c.text('bin_number', 'Bin Number')],
})
