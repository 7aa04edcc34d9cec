import { fieldTitles } from '#contract/texts/field-titles.ts'
import { screenTitles } from '#contract/texts/screen-titles.ts'
import { listScreen } from '#console/list/list-screen.ts'
import { idColumn } from '#console/screens/id-column.ts'

/** The locations of the ERP (specification.md section 2). */
export const locations = listScreen({
  path: '/locations',
  title: screenTitles.locations,
  icon: 'building-warehouse',
  group: 'Master Data',
  collection: 'locations',
  identity: ['id', 'location_id'],
  leading: ['id', 'name', 'location'],
  columns: (c, rows) => {
    const known = [
      idColumn(c, 'location_id'),
      c.text('name', fieldTitles.name),
      c.text('location', fieldTitles.location),
    ]
    return [...known, ...c.rest(rows, known)]
  },
})
