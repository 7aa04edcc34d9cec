import { listScreen } from '#console/list/list-screen.ts'
import { AddBin } from '#console/screens/add-bin.tsx'
import { idColumn } from '#console/screens/id-column.ts'

/** The bins of the ERP, and the button for a new one (specification.md section 2). */
export const bins = listScreen({
  path: '/bins',
  title: 'Bins',
  icon: 'box',
  group: 'Master Data',
  collection: 'bins',
  identity: ['id', 'bin_id'],
  leading: ['bin_number', 'location', 'inactive_bin'],
  columns: (c, rows) => {
    const known = [
      c.text('bin_number', 'Bin Number'),
      idColumn(c, 'bin_id'),
      c.text('location', 'Location'),
      c.text('memo', 'Memo'),
      c.text('bin_orientation', 'Bin Orientation'),
      c.text('aisle_no', 'Aisle No'),
      c.text('bin', 'Bin'),
      c.yesNo('inactive_bin', 'Inactive Bin'),
      c.yesNo('inventory_counted', 'Inventory Counted'),
      c.text('room', 'Room'),
      c.text('wh', 'WH'),
    ]
    return [...known, ...c.rest(rows, known)]
  },
  actions: () => <AddBin />,
})
