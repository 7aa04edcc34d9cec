import { listScreen } from '#console/list/list-screen.ts'
import { AddBin } from '#console/screens/add-bin.tsx'

export const bins = listScreen({
  path: '/bins',
  title: 'Bins',
  group: 'Master Data',
  collection: 'bins',
  sortedBy: 'bin_number',
  columns: (c, rows) => {
    const known = [
      c.text('bin_number', 'Bin Number'),
      c.text('id', 'ID'),
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
