/** The columns that the report lists share (specification.md section 2). */
import { fieldTitles } from '#contract/texts/field-titles.ts'
import type { Row } from '#contract/collections.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { type Column, type ColumnKit, MAX_COLUMNS } from '#console/table/columns/column-kit.tsx'
import { useOpenInside } from '#console/list/details/detail-page.ts'
import type { QuickFilter } from '#console/list/list-screen.ts'
import { titleOf } from '#console/rows/formats.ts'
import { holdsObjects, scalarOf, valueOf } from '#console/rows/loose/loose.ts'
import type { FloorRecord, Report } from '#console/rows/reports.ts'
import { cellValue, quantityIn, timeIn, wordsOf } from '#console/screens/records/loose-columns.tsx'
import { restFieldsOf } from '#console/screens/records/rest-fields.ts'
import { OutcomeButton, outcomeWord } from '#console/ui/outcome.tsx'
import { RowButton } from '#console/ui/buttons/row-button.tsx'

const OUTCOME = 'outcome'
/** Fits the heading and the longest label of its buttons. */
const OUTCOME_EDGE_PX = 170

/** Filters the failures with one tap; a link to a list can carry the same filter. */
export const OUTCOME_FILTERS: readonly QuickFilter[] = [
  { column: OUTCOME, text: recordTexts.failed, title: recordTexts.failedInErp },
  { column: OUTCOME, text: recordTexts.noAnswer, title: recordTexts.noAnswer },
  { column: OUTCOME, text: recordTexts.succeeded, title: recordTexts.succeeded },
]

/** The columns of the three reports. */
export function reportColumns(
  c: ColumnKit<Report>,
  rows: readonly Report[],
): readonly Column<Report>[] {
  return [
    c.text('id', fieldTitles.id),
    c.text('username', fieldTitles.username),
    c.text('bin_name', fieldTitles.binName),
    outcomeColumn(c),
    c.text('inventory_id', fieldTitles.inventoryId),
    c.text('bin_id', fieldTitles.binId),
    c.custom({
      id: 'bin_data',
      title: fieldTitles.binData,
      value: (report) => binsInWords(report),
      text: (report) => binsInWords(report) ?? recordTexts.noData,
      label: (report) => (hasBins(report) ? recordTexts.viewBinData : recordTexts.noData),
      cell: (report) => <BinDataButton report={report} />,
    }),
    c.date('created_at', fieldTitles.createdAt),
    c.date('updated_at', fieldTitles.updatedAt),
    // Declared after the specified columns; the screen names those that lead.
    c.text('item', fieldTitles.item),
    c.quantity('quantity', fieldTitles.quantity),
    c.quantity('difference', fieldTitles.difference),
    { ...c.text('reason', fieldTitles.reason), isSentence: true },
    ...restColumns(c, rows),
  ]
}

/** The ERP's answer as a button that opens it. */
export function outcomeColumn<R extends FloorRecord>(c: ColumnKit<R>): Column<R> {
  return c.custom({
    id: OUTCOME,
    title: recordTexts.erpResponse,
    value: (row) => outcomeWord(row.outcome),
    label: (row) => outcomeWord(row.outcome),
    cell: (row) => <AnswerButton row={row} />,
    // People look for this column first, and a tablet has no room for it.
    isSticky: true,
    edgeWidth: OUTCOME_EDGE_PX,
  })
}

/** The unknown fields, after the known columns (decisions/console/reading-records.md). */
export function restColumns<R extends { readonly rest: Row }>(
  c: ColumnKit<R>,
  rows: readonly R[],
): readonly Column<R>[] {
  const { fields, dates, quantities } = restFieldsOf(rows)
  return [...fields].slice(0, MAX_COLUMNS).map(([name, field]) => {
    const read = ({ rest }: R): unknown => valueOf(rest, [field])
    return c.custom({
      // Prefixed, so that it cannot take the id of a known column.
      id: `rest:${name}`,
      title: titleOf(field),
      kind: dates.has(name) ? 'date' : quantities.has(name) ? 'quantity' : 'text',
      value: (row) =>
        dates.has(name)
          ? timeIn(field, read(row))
          : // A text among quantities would sort them all as texts, -5 before -10. Its cell still shows it.
            quantities.has(name)
            ? quantityIn(field, read(row))
            : cellValue(read(row)),
      text: (row) => wordsOf(field, read(row)),
      label: (row) => restLabel(field, read(row)),
      cell: (row) => <RestCell row={row} field={field} value={read(row)} />,
    })
  })
}

interface RowProps<R> {
  readonly row: R
}

function AnswerButton({ row }: RowProps<FloorRecord>) {
  const open = useOpenInside()
  // A record may carry NetSuite's verdict without its words. The dialog then says that there are none.
  const isSilent = row.answer === null && row.outcome === 'none'
  return (
    <OutcomeButton
      outcome={row.outcome}
      step="response"
      onOpen={isSilent ? null : () => open(row, ['response'])}
    />
  )
}

interface BinDataButtonProps {
  readonly report: Report
}

/** Opens the bins, wherever the app has put them. */
function BinDataButton({ report }: BinDataButtonProps) {
  const open = useOpenInside()
  const { binData } = report
  if (!hasBins(report)) return recordTexts.noData
  const step = binData.length > 0 ? 'bins' : 'bins-data'
  return (
    <RowButton step={step} onPress={() => open(report, [step])}>
      {recordTexts.viewBinData}
    </RowButton>
  )
}

function hasBins({ binData, binsData }: Report): boolean {
  return binData.length + binsData.length > 0
}

interface RestCellProps extends RowProps<object> {
  readonly field: string
  readonly value: unknown
}

function RestCell({ row, field, value }: RestCellProps) {
  const open = useOpenInside()
  const label = restLabel(field, value)
  if (!holdsObjects(value)) return label
  const step = `field:${field}`
  return (
    <RowButton step={step} onPress={() => open(row, [step])}>
      {label}
    </RowButton>
  )
}

function restLabel(field: string, value: unknown): string {
  return holdsObjects(value) ? recordTexts.view(titleOf(field)) : wordsOf(field, value)
}

const BINS_NAMED = 5

/** The names of the bins, for search and files; null if there are none. */
function binsInWords({ binData, binsData }: Report): string | null {
  const bins = binData.length > 0 ? binData : binsData
  if (bins.length === 0) return null
  const names = bins.flatMap(
    (bin) => scalarOf(valueOf(bin, ['bin_name', 'bin_number', 'bin', 'name'])) ?? [],
  )
  if (names.length === 0) return tableTexts.entries(bins.length)
  const more = names.length - BINS_NAMED
  return [...names.slice(0, BINS_NAMED), ...(more > 0 ? [`+${String(more)}`] : [])].join(', ')
}
