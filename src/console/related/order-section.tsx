/** The open order lines of an item or a location. */
import type { Row } from '#contract/collections.ts'
import { fieldTitles } from '#contract/texts/field-titles.ts'
import { relatedTexts } from '#contract/texts/own/related-texts.ts'
import { useList } from '#console/data/collections/use-list.ts'
import { amountText } from '#console/related/amount-text.ts'
import { DetailsLink } from '#console/related/details-link.tsx'
import { RowsTable, type RowsColumn } from '#console/related/rows-table.tsx'
import { Section } from '#console/related/section.tsx'
import { useFound } from '#console/related/use-found.ts'
import { openLines, type OrderLine } from '#console/rows/related/order-lines.ts'
import { NoBreakText } from '#console/ui/sideways/no-break-text.tsx'

interface OrdersProps {
  readonly title: string
  /** Tells this search from another one, such as the id that is looked for. */
  readonly about: string
  readonly test: (row: Row) => boolean
  readonly showsItem: boolean
}

const MOST = 100

export function OpenOrders({ title, about, test, showsItem }: OrdersProps) {
  const list = useList('salesOrders')
  const found = useFound(list, about, (rows) => openLines(rows, test, MOST))
  return (
    <Section title={title} name="salesOrders" rowsAre={relatedTexts.orders} list={list}>
      {found && (
        <RowsTable
          label={title}
          rows={found.lines}
          of={found.of}
          columns={columnsOf(showsItem)}
          keyOf={({ order, line }) => `${order}|${line}`}
        />
      )}
    </Section>
  )
}

function columnsOf(showsItem: boolean): RowsColumn<OrderLine>[] {
  const item: RowsColumn<OrderLine> = {
    title: fieldTitles.item,
    cell: (line) => (
      <DetailsLink list="items" open={line.itemId}>
        <NoBreakText text={line.item} />
      </DetailsLink>
    ),
  }
  return [
    {
      title: fieldTitles.transactionId,
      cell: (line) => (
        <DetailsLink list="salesOrders" open={line.order}>
          <NoBreakText text={line.number} />
        </DetailsLink>
      ),
    },
    // A phone shows the first columns only.
    { title: fieldTitles.quantity, isNumber: true, cell: (line) => amountText(line.quantity) },
    { title: relatedTexts.shipped, isNumber: true, cell: (line) => amountText(line.shipped) },
    ...(showsItem
      ? [item]
      : [{ title: fieldTitles.location, cell: (line: OrderLine) => line.location }]),
    { title: fieldTitles.name, cell: (line) => line.customer },
    { title: fieldTitles.status, cell: (line) => line.status },
  ]
}
