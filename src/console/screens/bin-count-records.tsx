import { screenTitles } from '#contract/texts/screen-titles.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import { reportScreen } from '#console/screens/records/report-screen.tsx'

/** Bin counts from the floor (specification.md section 2). */
export const binCountRecords = reportScreen({
  path: '/bin-count-records',
  title: screenTitles.binCountRecords,
  icon: 'clipboard-list',
  kind: recordTexts.countNamed,
  collection: 'binCountRecords',
  counting: 'counted',
  itemFields: [],
  answerItemsTitle: recordTexts.erpItemDetails,
})
