/** What the floor last said about an item or a bin: its counts, adjustments and transfers. */
import { relatedTexts } from '#contract/texts/own/related-texts.ts'
import { Records } from '#console/related/record-section.tsx'
import type { About } from '#console/rows/related/records-about.ts'

const COUNTS_SHOWN = 3
const RECORDS_SHOWN = 5

export function FloorRecords({ about }: { readonly about: About }) {
  return (
    <>
      <Records
        title={relatedTexts.lastCounts}
        name="binCountRecords"
        about={about}
        limit={COUNTS_SHOWN}
      />
      <Records
        title={relatedTexts.lastAdjustments}
        name="binAdjustmentRecords"
        about={about}
        limit={RECORDS_SHOWN}
      />
      <Records
        title={relatedTexts.lastTransfers}
        name="binTransfer"
        about={about}
        limit={RECORDS_SHOWN}
      />
    </>
  )
}
