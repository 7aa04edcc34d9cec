import { fieldTitles } from '#contract/texts/field-titles.ts'
import { screenTitles } from '#contract/texts/screen-titles.ts'
import { listScreen } from '#console/list/list-screen.ts'
import { itemPage } from '#console/related/pages.tsx'
import { idColumn } from '#console/screens/id-column.ts'

/** The items of the ERP (specification.md section 2). */
export const items = listScreen({
  path: '/items',
  title: screenTitles.items,
  icon: 'tag',
  group: 'Master Data',
  collection: 'items',
  identity: ['id', 'item_id'],
  leading: ['id', 'name', 'upc_code'],
  beside: ['binStock'],
  openedBy: ['id', 'item_id', 'name', 'upc_code'],
  namedBy: ['name', 'upc_code'],
  details: { page: (row, path) => (path.length > 0 ? null : itemPage(row)) },
  columns: (c, rows) => {
    const known = [
      idColumn(c, 'item_id'),
      c.text('name', fieldTitles.name),
      c.text('upc_code', fieldTitles.upcCode),
    ]
    return [...known, ...c.rest(rows, known)]
  },
})
