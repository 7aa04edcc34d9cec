import { messages } from '#contract/messages.ts'
import { reportScreen } from '#console/screens/report-screen.tsx'

export const binAdjustmentRecords = reportScreen({
  path: '/bin-adjustment-records',
  title: 'Bin Adjustment Records',
  collection: 'binAdjustmentRecords',
  binName: 'own',
  itemFields: [
    { field: 'item_number' },
    { field: 'description' },
    { field: 'quantity', kind: 'quantity' },
    { field: 'bin_number' },
    { field: 'location' },
  ],
  answerItemsTitle: messages.erpItemDetails,
})
