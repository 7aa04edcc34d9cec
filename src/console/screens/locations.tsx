import { listScreen } from '#console/list/list-screen.ts'
import { idColumn } from '#console/screens/id-column.ts'

/** The locations of the ERP (specification.md section 2). */
export const locations = listScreen({
  path: '/locations',
  title: 'Locations',
  icon: 'building-warehouse',
  group: 'Master Data',
  collection: 'locations',
  identity: ['id', 'location_id'],
  leading: ['id', 'name', 'location'],
  columns: (c, rows) => {
    const known = [
      idColumn(c, 'location_id'),
      c.text('name', 'Name'),
      c.text('location', 'Location'),
    ]
    return [...known, ...c.rest(rows, known)]
  },
})
