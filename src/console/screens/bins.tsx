import { fieldTitles } from '#contract/texts/field-titles.ts'
import { screenTitles } from '#contract/texts/screen-titles.ts'
import { listScreen } from '#console/list/list-screen.ts'
import { binPage } from '#console/related/pages.tsx'
import { AddBin } from '#console/screens/add-bin.tsx'
import { idColumn } from '#console/screens/id-column.ts'

/** The bins of the ERP, and the button for a new one (specification.md section 2). */
export const bins = listScreen({
  path: '/bins',
  title: screenTitles.bins,
  icon: 'box',
  group: 'Master Data',
  collection: 'bins',
  identity: ['id', 'bin_id'],
  beside: ['binStock'],
  openedBy: ['id', 'bin_id'],
  details: { page: (row, path) => (path.length > 0 ? null : binPage(row)) },
  leading: ['bin_number', 'location', 'inactive_bin'],
  columns: (c, rows) => {
    const known = [
      c.text('bin_number', fieldTitles.binNumber),
      idColumn(c, 'bin_id'),
      c.text('location', fieldTitles.location),
      c.text('memo', fieldTitles.memo),
      c.text('bin_orientation', fieldTitles.binOrientation),
      c.text('aisle_no', fieldTitles.aisleNo),
      c.text('bin', fieldTitles.bin),
      c.yesNo('inactive_bin', fieldTitles.inactiveBin),
      c.yesNo('inventory_counted', fieldTitles.inventoryCounted),
      c.text('room', fieldTitles.room),
      c.text('wh', fieldTitles.wh),
    ]
    return [...known, ...c.rest(rows, known)]
  },
  actions: () => <AddBin />,
})
