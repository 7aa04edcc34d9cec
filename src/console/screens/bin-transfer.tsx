import { messages } from '#contract/messages.ts'
import { reportScreen } from '#console/screens/report-screen.tsx'

/** What the floor moved; its bin is the first of the record (console.md section 2). */
export const binTransfer = reportScreen({
  path: '/bin-transfer',
  title: 'Bin Transfer',
  kind: messages.transferNamed,
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
