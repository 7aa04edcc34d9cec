/** One exception: its record on one page as in the record's own list, with its history and actions. */
import { useQuery } from '@tanstack/react-query'
import { Text } from '@mantine/core'
import type { Row } from '#contract/collections.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import { exceptionEndpoints } from '#contract/own/exception-endpoints.ts'
import { exceptionScreenTexts } from '#contract/texts/own/exception-screen-texts.ts'
import { fieldTitles } from '#contract/texts/field-titles.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import { call } from '#console/data/api/call.ts'
import { DetailDialog } from '#console/list/details/detail-dialog.tsx'
import type { DetailPage } from '#console/list/details/detail-page.ts'
import { PageBar } from '#console/list/details/page-bar.tsx'
import type { ListScreen } from '#console/list/list-screen.ts'
import { formatDateTime, formatText } from '#console/rows/formats.ts'
import { binAdjustmentRecords } from '#console/screens/bin-adjustment-records.tsx'
import { binCountRecords } from '#console/screens/bin-count-records.tsx'
import { binTransfer } from '#console/screens/bin-transfer.tsx'
import { CaseActions } from '#console/screens/exceptions/case-actions.tsx'
import {
  causeName,
  type ExceptionRow,
  isFloor,
  stepWords,
} from '#console/screens/exceptions/exception-rows.ts'
import { OffersTryAgain } from '#console/screens/records/try-again.tsx'
import { inboundDataRecords } from '#console/screens/inbound-data-records.tsx'
import { useSession } from '#console/session/session.ts'
import classes from '#console/screens/exceptions/exceptions.module.css'

const SCREENS = {
  binCountRecords,
  binAdjustmentRecords,
  binTransfer,
  inboundDataRecords,
} as const satisfies Record<FloorCollection, ListScreen>

interface ExceptionDetailsProps {
  readonly row: ExceptionRow
  readonly path: readonly string[]
  readonly hasCases: boolean
  readonly asOf: () => number | null
  readonly onRetry: (ids: readonly string[]) => void
  readonly onStep: (step: string) => void
  readonly onBack: () => void
  readonly onClose: () => void
}

export function ExceptionDetails(props: ExceptionDetailsProps) {
  const { row, path, hasCases, asOf, onRetry, onStep, onBack, onClose } = props
  const page = pageOf(row, path)
  return (
    <OffersTryAgain value={hasCases}>
      <DetailDialog
        page={page}
        path={path}
        asOf={asOf}
        age={null}
        bar={
          <>
            <PageBar neighbours={undefined} name={page.title} />
            <div className={classes.actions}>
              <CaseActions
                target={{ stated: [row.stated] }}
                hasCases={hasCases}
                onRetry={onRetry}
              />
            </div>
            {hasCases && <History row={row} />}
          </>
        }
        onStep={onStep}
        onBack={onBack}
        onClose={onClose}
      />
    </OffersTryAgain>
  )
}

function pageOf(row: ExceptionRow, path: readonly string[]): DetailPage {
  const { collection, row: record } = row.stated.record
  const own = record && isFloor(collection) ? recordPageOf(SCREENS[collection], record, path) : null
  return own ?? syncPage(row)
}

function recordPageOf(screen: ListScreen, record: Row, path: readonly string[]): DetailPage | null {
  const [first] = screen.table([record]).rows
  const { details } = screen
  if (!first || !details || !('page' in details)) return null
  return details.page(first, path) ?? details.page(first, [])
}

function syncPage({ name, stated, reason }: ExceptionRow): DetailPage {
  const { cause, at } = stated.record
  return {
    title: name,
    name,
    empty: recordTexts.noDetails,
    facts: [
      { title: exceptionScreenTexts.cause, text: causeName(cause) },
      { title: fieldTitles.reason, text: formatText(reason) },
      {
        title: fieldTitles.when,
        text: formatDateTime(at === null ? null : new Date(at).toISOString()),
      },
    ],
  }
}

/** What people did with it, oldest first. */
function History({ row }: { readonly row: ExceptionRow }) {
  const { known, record } = row.stated
  const enabled = useSession().token !== null && known !== undefined
  const params = { collection: record.collection, id: record.id }
  const notes = useQuery({
    queryKey: ['exception-notes', record.key, known?.version, known?.notes],
    queryFn: ({ signal }) => call(exceptionEndpoints.caseNotes, { params, signal }),
    enabled,
    retry: false,
  }).data?.data
  if (!notes || notes.length === 0) return null
  return (
    <div className={classes.panel}>
      <Text size="sm" fw={550}>
        {exceptionScreenTexts.history}
      </Text>
      {notes.map((note) => (
        <Text key={note.id} size="sm">
          {[
            formatDateTime(note.at),
            note.by ?? exceptionScreenTexts.byItself,
            stepWords(note),
          ].join(' · ')}
        </Text>
      ))}
    </div>
  )
}
