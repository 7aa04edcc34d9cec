import { listScreen } from '#console/list/list-screen.ts'

export const locations = listScreen({
  path: '/locations',
  title: 'Locations',
  group: 'Master Data',
  collection: 'locations',
  sortedBy: 'name',
  columns: (c, rows) => {
    const known = [c.text('id', 'ID'), c.text('name', 'Name'), c.text('location', 'Location')]
    return [...known, ...c.rest(rows, known)]
  },
})
