/** One exception: its record on one page as in the record's own list, with what to do about it and its history. */
import type { ReactNode } from 'react'
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
import { causeName, isFloor } from '#console/rows/exceptions/names.ts'
import { formatDateTime, formatText } from '#console/rows/formats.ts'
import { binAdjustmentRecords } from '#console/screens/bin-adjustment-records.tsx'
import { binCountRecords } from '#console/screens/bin-count-records.tsx'
import { binTransfer } from '#console/screens/bin-transfer.tsx'
import { useChangeDialog } from '#console/screens/exceptions/change-dialog-provider.tsx'
import { type ExceptionRow, stepWords } from '#console/screens/exceptions/exception-rows.ts'
import { NextSteps } from '#console/screens/exceptions/next-steps.tsx'
import { AfterAnswer } from '#console/screens/records/record-lead.tsx'
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
  const { isAsking } = useChangeDialog()
  const steps = (
    <div className={classes.steps}>
      <NextSteps
        target={{ stated: [row.stated] }}
        cause={row.stated.record.cause}
        hasCases={hasCases}
        onRetry={onRetry}
      />
    </div>
  )
  const page = pageOf(row, path, steps)
  const history = hasCases && path.length === 0 && <History row={row} />
  return (
    <OffersTryAgain value={hasCases}>
      <AfterAnswer value={steps}>
        <DetailDialog
          page={history ? { ...page, more: withHistory(page.more, history) } : page}
          path={path}
          asOf={asOf}
          age={null}
          isCovered={isAsking}
          bar={<PageBar neighbours={undefined} name={page.name ?? page.title} />}
          onStep={onStep}
          onBack={onBack}
          onClose={onClose}
        />
      </AfterAnswer>
    </OffersTryAgain>
  )
}

function withHistory(more: ReactNode, history: ReactNode): ReactNode {
  return (
    <>
      {more}
      {history}
    </>
  )
}

function pageOf(row: ExceptionRow, path: readonly string[], steps: ReactNode): DetailPage {
  const { collection, row: record } = row.stated.record
  const own = record && isFloor(collection) ? recordPageOf(SCREENS[collection], record, path) : null
  return own ?? syncPage(row, steps)
}

function recordPageOf(screen: ListScreen, record: Row, path: readonly string[]): DetailPage | null {
  const [first] = screen.table([record]).rows
  const { details } = screen
  if (!first || !details || !('page' in details)) return null
  return details.page(first, path) ?? details.page(first, [])
}

function syncPage({ name, stated, reason }: ExceptionRow, steps: ReactNode): DetailPage {
  const { cause, at } = stated.record
  const when = formatDateTime(at === null ? null : new Date(at).toISOString())
  return {
    title: name,
    name,
    empty: recordTexts.noDetails,
    lead: (
      <>
        <Text fw={550}>{formatText(reason)}</Text>
        {steps}
      </>
    ),
    facts: [
      { title: exceptionScreenTexts.cause, text: causeName(cause) },
      { title: fieldTitles.when, text: when },
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
