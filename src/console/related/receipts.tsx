/** What the floor has received of a shipment or an item. */
import { fieldTitles } from '#contract/texts/field-titles.ts'
import { relatedTexts } from '#contract/texts/own/related-texts.ts'
import { useList } from '#console/data/collections/use-list.ts'
import { amountText } from '#console/related/amount-text.ts'
import { DetailsLink } from '#console/related/details-link.tsx'
import { RowsTable, type RowsColumn } from '#console/related/rows-table.tsx'
import { Section } from '#console/related/section.tsx'
import { useFound } from '#console/related/use-found.ts'
import { formatDateTime, formatText } from '#console/rows/formats.ts'
import { type InboundRow, receivedQuantityOf } from '#console/rows/inbound.ts'
import { receiptsAbout } from '#console/rows/related/receipts-about.ts'
import { OutcomeSign } from '#console/ui/outcome.tsx'
import { NoBreakText } from '#console/ui/sideways/no-break-text.tsx'

interface ReceiptsProps {
  readonly title: string
  /** Tells this search from another one. */
  readonly about: string
  readonly test: (row: InboundRow) => boolean
}

const NAME = 'inboundDataRecords'
const MOST = 20

export function Receipts({ title, about, test }: ReceiptsProps) {
  const list = useList(NAME)
  const found = useFound(list, about, (rows) => receiptsAbout(rows, test, MOST))
  return (
    <Section title={title} name={NAME} rowsAre={relatedTexts.receiptsList} list={list}>
      {found && (
        <RowsTable
          label={title}
          rows={found.receipts}
          of={found.of}
          columns={COLUMNS}
          keyOf={({ id, line }) => `${String(id)}|${line}`}
        />
      )}
    </Section>
  )
}

const COLUMNS: readonly RowsColumn<InboundRow>[] = [
  {
    title: relatedTexts.when,
    cell: ({ id, created_at }) => (
      <DetailsLink list={NAME} open={id === null ? null : String(id)}>
        <NoBreakText text={formatDateTime(created_at)} />
      </DetailsLink>
    ),
  },
  {
    title: fieldTitles.item,
    cell: ({ itemId, itemName }) => (
      <DetailsLink list="items" open={itemId === null ? null : String(itemId)}>
        <NoBreakText text={formatText(itemName)} />
      </DetailsLink>
    ),
  },
  {
    title: fieldTitles.quantity,
    isNumber: true,
    cell: (row) => amountText(receivedQuantityOf(row)),
  },
  { title: relatedTexts.by, cell: ({ userName }) => formatText(userName) },
  { title: fieldTitles.result, cell: ({ outcome }) => <OutcomeSign outcome={outcome} /> },
]
