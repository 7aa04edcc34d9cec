/** The template of the three reports: the rows and dialogs are shared, the rest is declared. */
import { fieldTitles } from '#contract/texts/field-titles.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import type { Fact } from '#console/list/details/detail-page.ts'
import { listScreen, type ListScreen } from '#console/list/list-screen.ts'
import type { MenuIcon } from '#console/ui/menu-icons.ts'
import { formatDateTime, formatText } from '#console/rows/formats.ts'
import { RecordLinks } from '#console/related/record-links.tsx'
import { readReports, type Report, REPORT_KINDS, unshownSynonymsOf } from '#console/rows/reports.ts'
import type { Counting } from '#console/screens/records/line-table.tsx'
import type { KnownColumn } from '#console/screens/records/loose-columns.tsx'
import {
  answerPage,
  entriesPage,
  itemsPage,
  outcomeFact,
  pageAt,
  type PageNames,
  recordPage,
  type RecordSaid,
} from '#console/screens/records/record-pages.tsx'
import { OUTCOME_FILTERS, reportColumns } from '#console/screens/records/report-columns.tsx'

/** What one report declares itself. */
interface ReportDeclaration<P extends string> extends PageNames {
  /** The kind of its records, for titles. */
  readonly kind: string
  readonly path: P
  readonly title: string
  readonly icon: MenuIcon
  readonly collection: keyof typeof REPORT_KINDS
  readonly counting: Counting
}

/**
 * Declares a report.
 * @example reportScreen({ path: '/bin-transfer', title: fieldTitles.binTransfer, icon: 'arrows-exchange', … })
 */
export function reportScreen<const P extends string>(
  declaration: ReportDeclaration<P>,
): ListScreen<P> {
  const { path, title, icon, collection } = declaration
  return listScreen({
    path,
    title,
    icon,
    group: 'Reports',
    collection,
    rows: (records) => readReports(records, REPORT_KINDS[collection]),
    leading: ['id', 'bin_name', 'item', 'quantity', 'outcome'],
    columns: reportColumns,
    quickFilters: OUTCOME_FILTERS,
    details: { page: (report: Report, steps) => pageAt(pages(declaration, report), steps) },
  })
}

const BIN_FIELDS: readonly KnownColumn[] = [
  { field: 'binName' },
  { field: 'binId' },
  { field: 'location' },
]

function pages(names: PageNames & Pick<RecordSaid, 'kind' | 'counting'>, report: Report) {
  const { kind, counting, collection, itemFields } = names
  const bins = { title: recordTexts.binDataDetails, empty: recordTexts.noDetails }
  const binsData = { title: recordTexts.binsDataDetails, empty: recordTexts.noBins }
  const rest = { ...report.rest, ...unshownSynonymsOf(report) }
  const { lines, bin_name: about } = report
  const said = { kind, about, facts: facts(report), rest, lines, counting }
  const parts = [
    { step: 'response', page: answerPage(report, names) },
    { step: 'bins', page: entriesPage(bins, report.binData, BIN_FIELDS, itemFields) },
    { step: 'bins-data', page: entriesPage(binsData, report.binsData, BIN_FIELDS, itemFields) },
    { step: 'items', page: itemsPage(report.items, itemFields) },
  ]
  const { bin_id: binId } = report
  const page = recordPage(report, said, { collection, parts })
  return { ...page, more: <RecordLinks binId={binId} binName={about} lines={lines} /> }
}

function facts(report: Report): Fact[] {
  return [
    { title: fieldTitles.id, text: formatText(report.id), isCopied: true },
    { title: fieldTitles.username, text: formatText(report.username) },
    { title: fieldTitles.binName, text: formatText(report.bin_name) },
    outcomeFact(recordTexts.erpResponse, report.outcome),
    { title: fieldTitles.inventoryId, text: formatText(report.inventory_id), isCopied: true },
    { title: fieldTitles.binId, text: formatText(report.bin_id), isCopied: true },
    { title: fieldTitles.createdAt, text: formatDateTime(report.created_at) },
    { title: fieldTitles.updatedAt, text: formatDateTime(report.updated_at) },
  ]
}
