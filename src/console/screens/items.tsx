import { listScreen } from '#console/list/list-screen.ts'

export const items = listScreen({
  path: '/items',
  title: 'Items',
  group: 'Master Data',
  collection: 'items',
  sortedBy: 'id',
  columns: (c, rows) => {
    const known = [c.text('id', 'ID'), c.text('name', 'Name'), c.text('upc_code', 'UPC Code')]
    return [...known, ...c.rest(rows, known)]
  },
})
