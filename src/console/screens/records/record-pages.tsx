/** The nested dialogs of a floor record: the record, its bins, their items, the ERP's answer. */
import { fieldTitles } from '#contract/texts/field-titles.ts'
import type { Row } from '#contract/collections.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import { recordPageTexts } from '#contract/texts/own/record-page-texts.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import type { ErpOutcome } from '#contract/records/erp-response.ts'
import { plainName } from '#contract/records/plain-name.ts'
import {
  type DetailPage,
  type Fact,
  nameFrom,
  type RawValue,
} from '#console/list/details/detail-page.ts'
import { detailTable } from '#console/table/shaped-table.ts'
import { formatDateTime, formatText, titleOf } from '#console/rows/formats.ts'
import { entriesIn, isFilled, holdsObjects } from '#console/rows/loose/loose.ts'
import { rawAnswerOf } from '#console/rows/loose/erp-answer.ts'
import type { RecordLine } from '#console/rows/lines/record-line.ts'
import { ITEM_DATA } from '#console/rows/lines/record-lines.ts'
import type { FloorRecord } from '#console/rows/reports.ts'
import {
  looseColumns,
  type KnownColumn,
  StepButton,
  wordsOf,
} from '#console/screens/records/loose-columns.tsx'
import type { Counting } from '#console/screens/records/line-table.tsx'
import { RecordLead } from '#console/screens/records/record-lead.tsx'
import { TryAgain } from '#console/screens/records/try-again.tsx'
import { OutcomeSign, outcomeWord } from '#console/ui/outcome.tsx'

/** A dialog, and the ones inside it. */
export interface Stepped extends DetailPage {
  readonly inner: (step: string) => Stepped | null
}

/** What the dialogs of one report declare themselves. */
export interface PageNames {
  readonly collection: FloorCollection
  /** The item fields as the app sends them. */
  readonly itemFields: readonly KnownColumn[]
  readonly answerItemsTitle: string
}

/** The target and the label of a button in the record. */
export interface RecordPart {
  readonly step: string
  readonly page: Stepped
}

/** The dialog at the end of a path of steps from the record, named after the record, or null. */
export function pageAt(record: NamedPage, steps: readonly string[]): NamedPage | null {
  const page = steps.reduce<Stepped | null>((each, step) => each?.inner(step) ?? null, record)
  return page && { ...page, name: record.name }
}

/** The dialog of a record itself. */
export interface NamedPage extends Stepped {
  readonly name: string
}

/** The content of a record's dialog. */
export interface RecordSaid {
  /** The kind of the record: 'Count'. */
  readonly kind: string
  /** The bin or item of the record, besides its id. */
  readonly about: string | number | null
  readonly facts: readonly Fact[]
  /** The unknown fields. */
  readonly rest: Row
  readonly lines: readonly RecordLine[]
  readonly counting: Counting
}

/** What the record's own dialog needs to know of its list. */
interface RecordContext extends Pick<PageNames, 'collection'> {
  readonly parts: readonly RecordPart[]
}

/**
 * The record on one page: what the ERP said, the items, the facts, and its parts behind buttons; a part without content
 * has none, but opens by its address.
 */
export function recordPage(
  floorRecord: FloorRecord,
  { kind, about, facts, rest, lines, counting }: RecordSaid,
  { collection, parts }: RecordContext,
): NamedPage {
  const { record, id, outcome, answer } = floorRecord
  const others = Object.entries(rest).map(([field, value]: [string, unknown]) =>
    restFact(field, value),
  )
  const name = nameFrom([`${kind} ${String(id ?? '')}`.trimEnd(), about])
  const partAt = (step: string): Stepped | null => {
    const part = parts.find((one) => one.step === step)
    if (part) return part.page
    const field = /^field:(.*)$/s.exec(step)?.[1]
    if (field === undefined || !holdsObjects(rest[field])) return null
    return entriesPage({ title: titleOf(field), empty: recordTexts.noDetails }, rest[field])
  }
  const buttons = parts.filter(({ page }) => isFilledPage(page))
  const stored: RawValue = {
    show: recordTexts.showRaw,
    hide: recordTexts.hideRaw,
    value: record,
  }
  const { showAnswer: show, hideAnswer: hide } = recordPageTexts
  return {
    title: recordTexts.recordDetails,
    name,
    empty: recordTexts.noDetails,
    lead: (
      <RecordLead
        record={floorRecord}
        lines={lines}
        counting={counting}
        action={
          outcome === 'failed' && (
            <TryAgain collection={collection} id={id === null ? null : String(id)} />
          )
        }
      />
    ),
    facts: [...facts, ...others],
    actions:
      buttons.length > 0 &&
      buttons.map(({ step, page }) => <StepButton key={step} step={step} label={page.title} />),
    raw: [...(answer ? [{ show, hide, value: rawAnswerOf(record) }] : []), stored],
    inner: partAt,
  }
}

function isFilledPage({ facts = [], content }: Stepped): boolean {
  return facts.length > 0 || (content?.rows.length ?? 0) > 0
}

/** Rows of a nested value; values nested in them are a step further. */
export function entriesPage(
  { title, empty }: Pick<DetailPage, 'title' | 'empty'>,
  value: unknown,
  known: readonly KnownColumn[] = [],
  items: readonly KnownColumn[] = [],
): Stepped {
  const entries = entriesIn(value)
  const columns = looseColumns(entries, known)
  return {
    title,
    empty,
    content: detailTable(entries, () => columns),
    inner: (step) => {
      const [, number, field = ''] = /^(\d+):(.*)$/s.exec(step) ?? []
      const entry = entries[Number(number)]
      if (!entry || number === undefined) return null
      return ITEM_NAMES.has(plainName(field))
        ? itemsPage(entry[field], items)
        : entriesPage({ title: titleOf(field), empty: recordTexts.noDetails }, entry[field])
    },
  }
}

const ITEM_NAMES = new Set(ITEM_DATA.map(plainName))

/** The items of a record or of a bin. */
export function itemsPage(value: unknown, known: readonly KnownColumn[]): Stepped {
  return entriesPage(
    { title: recordTexts.itemDataDetails, empty: recordTexts.noItems },
    value,
    known,
  )
}

/** The item fields of an acknowledgment, in the order of specification.md section 2. */
const ANSWER_ITEM_FIELDS: readonly KnownColumn[] = [
  { field: 'item' },
  { field: 'status' },
  { field: 'on_hand', kind: 'quantity' },
  { field: 'location' },
  { field: 'available', kind: 'quantity' },
  { field: 'bin_number' },
  { field: 'bin_internal_id' },
  { field: 'inventory_number' },
  { field: 'item_internal_id' },
]

/** The ERP's answer, with a button to its items and one to retry a failed booking. */
export function answerPage(
  { answer, outcome, id }: FloorRecord,
  { collection, answerItemsTitle }: PageNames,
): Stepped {
  const items = entriesPage(
    { title: answerItemsTitle, empty: recordTexts.noItemDetails },
    answer?.items ?? [],
    ANSWER_ITEM_FIELDS,
  )
  const shared = { title: recordTexts.erpResponseDetails, empty: recordTexts.noErpResponse }
  if (!answer) return { ...shared, inner: () => null }
  const { acknowledgment: ack } = answer
  const ids: Fact[] = [
    { title: fieldTitles.inventoryAdjustmentId, value: ack?.inventoryAdjustmentId },
    { title: fieldTitles.binTransferId, value: ack?.binTransferId },
    { title: fieldTitles.inboundShipmentId, value: ack?.inboundShipmentId },
  ].flatMap(({ title, value }) =>
    isFilled(value) ? [{ title, text: formatText(value), isCopied: true }] : [],
  )
  const rest = Object.entries(answer.rest).map(([field, value]: [string, unknown]) =>
    restFact(field, value),
  )
  return {
    ...shared,
    facts: [
      { title: fieldTitles.message, text: formatText(answer.message) },
      { title: fieldTitles.operationTime, text: formatDateTime(answer.operationTime) },
      { title: fieldTitles.acknowledgment, text: formatText(ack?.message) },
      outcomeFact(fieldTitles.result, outcome),
      ...ids,
      ...rest,
    ],
    actions: [
      <StepButton key="items" step="items" label={answerItemsTitle} />,
      outcome === 'failed' && (
        <TryAgain key="again" collection={collection} id={id === null ? null : String(id)} />
      ),
    ],
    inner: (step) => {
      if (step === 'items') return items
      const field = /^field:(.*)$/s.exec(step)?.[1]
      if (field === undefined || !holdsObjects(answer.rest[field])) return null
      return entriesPage(
        { title: titleOf(field), empty: recordTexts.noDetails },
        answer.rest[field],
      )
    },
  }
}

/** The ERP's answer as colour, icon and word. */
export function outcomeFact(title: string, outcome: ErpOutcome): Fact {
  return { title, text: outcomeWord(outcome), node: <OutcomeSign outcome={outcome} /> }
}

/** An unknown field; a nested value opens a dialog of its own. */
function restFact(field: string, value: unknown): Fact {
  const title = titleOf(field)
  const text = wordsOf(field, value)
  if (holdsObjects(value))
    return {
      title,
      text,
      node: <StepButton isInRow step={`field:${field}`} label={recordTexts.view(title)} />,
    }
  return { title, text, isCopied: /id$/i.test(field) }
}
