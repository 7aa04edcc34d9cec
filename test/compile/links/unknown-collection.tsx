import { listScreen } from '#console/list/list-screen.ts'

export const pallets = listScreen({
  path: '/pallets',
  title: 'Pallets',
  icon: 'tag',
  group: 'Master Data',
  collection: 'pallets',
  columns: () => [],
})
