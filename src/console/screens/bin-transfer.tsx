import { messages } from '#contract/messages.ts'
import { reportScreen } from '#console/screens/report-screen.tsx'

export const binTransfer = reportScreen({
  path: '/bin-transfer',
  title: 'Bin Transfer',
  collection: 'binTransfer',
  binName: 'first-entry',
  itemFields: [
    { field: 'itemId' },
    { field: 'itemName' },
    { field: 'quantity', kind: 'quantity' },
    { field: 'binNumber' },
    { field: 'location' },
  ],
  answerItemsTitle: messages.erpAcknowledgmentItems,
})
