import { fieldTitles } from '#contract/texts/field-titles.ts'
import { screenTitles } from '#contract/texts/screen-titles.ts'
import { listScreen } from '#console/list/list-screen.ts'
import { locationPage } from '#console/related/pages.tsx'
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
  beside: ['binStock'],
  openedBy: ['id', 'location_id'],
  details: { page: (row, path) => (path.length > 0 ? null : locationPage(row)) },
  columns: (c, rows) => {
    const known = [
      idColumn(c, 'location_id'),
      c.text('name', fieldTitles.name),
      c.text('location', fieldTitles.location),
    ]
    return [...known, ...c.rest(rows, known)]
  },
})
