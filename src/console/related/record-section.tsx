/** The last floor records about an item or a bin. */
import { listOf } from '#contract/lists.ts'
import { fieldTitles } from '#contract/texts/field-titles.ts'
import { recordPageTexts } from '#contract/texts/own/record-page-texts.ts'
import { relatedTexts } from '#contract/texts/own/related-texts.ts'
import { useList } from '#console/data/collections/use-list.ts'
import { amountText } from '#console/related/amount-text.ts'
import { DetailsLink } from '#console/related/details-link.tsx'
import { RowsTable, type RowsColumn } from '#console/related/rows-table.tsx'
import { Section } from '#console/related/section.tsx'
import { useFound } from '#console/related/use-found.ts'
import { formatDateTime, formatText } from '#console/rows/formats.ts'
import { exactSum } from '#console/rows/quantities.ts'
import { sourceOf, targetOf } from '#console/rows/lines/record-line.ts'
import { itemsInWords, totalOf } from '#console/rows/lines/record-lines.ts'
import { type About, recordsAbout, type RecordAbout } from '#console/rows/related/records-about.ts'
import { REPORT_KINDS } from '#console/rows/reports.ts'
import { OutcomeSign } from '#console/ui/outcome.tsx'
import { NoBreakText } from '#console/ui/sideways/no-break-text.tsx'

type Reported = keyof typeof REPORT_KINDS

interface RecordsProps {
  readonly title: string
  readonly name: Reported
  readonly about: About
  /** How many are shown. */
  readonly limit: number
}

export function Records({ title, name, about, limit }: RecordsProps) {
  const list = useList(name)
  const key = JSON.stringify(about)
  const found = useFound(list, key, (rows) => recordsAbout(rows, REPORT_KINDS[name], about, limit))
  return (
    <Section title={title} name={name} rowsAre={listOf(name).title} list={list}>
      {found && (
        <RowsTable
          label={title}
          rows={found.records}
          columns={columnsOf(name, about)}
          keyOf={({ report }) => `${String(report.id)} ${String(report.created_at)}`}
        />
      )}
    </Section>
  )
}

function columnsOf(name: Reported, about: About): RowsColumn<RecordAbout>[] {
  const expected: RowsColumn<RecordAbout>[] =
    name === 'binCountRecords'
      ? [
          {
            title: relatedTexts.expected,
            isNumber: true,
            cell: ({ lines }) => amountText(sumOfExpected(lines)),
          },
        ]
      : []
  // A bin is where a transfer came from or where it went.
  const moved: RowsColumn<RecordAbout>[] =
    name === 'binTransfer' && about.kind === 'bin'
      ? [
          {
            title: recordPageTexts.fromBin,
            cell: ({ lines }) => formatText(itemsInWords(lines, sourceOf)),
          },
          {
            title: recordPageTexts.toBin,
            cell: ({ lines }) => formatText(itemsInWords(lines, targetOf)),
          },
        ]
      : []
  return [
    {
      title: relatedTexts.when,
      cell: ({ report }) => (
        <DetailsLink list={name} open={report.id === null ? null : String(report.id)}>
          <NoBreakText text={formatDateTime(report.created_at)} />
        </DetailsLink>
      ),
    },
    about.kind === 'item'
      ? {
          title: fieldTitles.bin,
          cell: ({ report, lines }) => formatText(lines[0]?.bin ?? report.bin_name),
        }
      : {
          title: fieldTitles.item,
          cell: ({ report, lines }) => formatText(itemsInWords(lines) ?? report.item),
        },
    ...moved,
    {
      title: name === 'binCountRecords' ? relatedTexts.counted : fieldTitles.quantity,
      isNumber: true,
      cell: ({ lines }) => amountText(totalOf(lines, 'quantity')),
    },
    ...expected,
    { title: relatedTexts.by, cell: ({ report }) => formatText(report.username) },
    { title: fieldTitles.result, cell: ({ report }) => <OutcomeSign outcome={report.outcome} /> },
  ]
}

/** Null where no line says what was expected. */
function sumOfExpected(lines: RecordAbout['lines']): number | null {
  const known = lines.flatMap(({ expected }) => (expected === null ? [] : [expected]))
  return known.length === 0 ? null : exactSum(known.reduce((sum, one) => sum + one, 0))
}
