import { messages } from '#contract/texts/messages.ts'
import { reportScreen } from '#console/screens/records/report-screen.tsx'

/** Bin counts from the floor (specification.md section 2). */
export const binCountRecords = reportScreen({
  path: '/bin-count-records',
  title: 'Bin Count Records',
  icon: 'clipboard-list',
  kind: messages.countNamed,
  collection: 'binCountRecords',
  binName: 'own',
  itemFields: [],
  answerItemsTitle: messages.erpItemDetails,
})
