import { screenTitles } from '#contract/texts/screen-titles.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import { reportScreen } from '#console/screens/records/report-screen.tsx'

/** Bin transfers from the floor; a record is shown under its first bin (specification.md section 2). */
export const binTransfer = reportScreen({
  path: '/bin-transfer',
  title: screenTitles.binTransfer,
  icon: 'arrows-exchange',
  kind: recordTexts.transferNamed,
  collection: 'binTransfer',
  counting: 'moved',
  itemFields: [
    { field: 'itemId' },
    { field: 'itemName' },
    { field: 'quantity', kind: 'quantity' },
    { field: 'binNumber' },
    { field: 'location' },
  ],
  answerItemsTitle: recordTexts.erpAcknowledgmentItems,
})
