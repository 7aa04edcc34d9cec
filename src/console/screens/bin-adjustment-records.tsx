import { screenTitles } from '#contract/texts/screen-titles.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import { reportScreen } from '#console/screens/records/report-screen.tsx'

/** Bin adjustments from the floor, with the bins and items of each record (specification.md section 2). */
export const binAdjustmentRecords = reportScreen({
  path: '/bin-adjustment-records',
  title: screenTitles.binAdjustmentRecords,
  icon: 'adjustments',
  kind: recordTexts.adjustmentNamed,
  collection: 'binAdjustmentRecords',
  counting: 'change',
  itemFields: [
    { field: 'item_number' },
    { field: 'description' },
    { field: 'quantity', kind: 'quantity' },
    { field: 'bin_number' },
    { field: 'location' },
  ],
  answerItemsTitle: recordTexts.erpItemDetails,
})
