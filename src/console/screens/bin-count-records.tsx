import { messages } from '#contract/messages.ts'
import { reportScreen } from '#console/screens/report-screen.tsx'

/** What the floor counted (console.md section 2). */
export const binCountRecords = reportScreen({
  path: '/bin-count-records',
  title: 'Bin Count Records',
  kind: messages.countNamed,
  collection: 'binCountRecords',
  binName: 'own',
  itemFields: [],
  answerItemsTitle: messages.erpItemDetails,
})
