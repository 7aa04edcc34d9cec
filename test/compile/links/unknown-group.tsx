import { listScreen } from '#console/list/list-screen.ts'

export const bins = listScreen({
  path: '/bins',
  title: 'Bins',
  icon: 'tag',
  group: 'Master',
  collection: 'bins',
  columns: (c) => [c.text('id', 'ID')],
})
