/** The details of items, bins, locations and shipments: facts, and what they lead to. */
import type { Row } from '#contract/collections.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import { fieldTitles } from '#contract/texts/field-titles.ts'
import { relatedTexts } from '#contract/texts/own/related-texts.ts'
import { type DetailPage, type Fact, nameFrom } from '#console/list/details/detail-page.ts'
import { OpenOrders } from '#console/related/order-section.tsx'
import { Receipts } from '#console/related/receipts.tsx'
import { OtherFacts } from '#console/related/other-facts.tsx'
import { FloorRecords } from '#console/related/floor-records.tsx'
import { Stock } from '#console/related/stock-sections.tsx'
import { formatText, isDateField, titleOf } from '#console/rows/formats.ts'
import { momentText } from '#console/rows/loose/moment.ts'
import { ofItem, ofShipment } from '#console/rows/related/receipts-about.ts'

/** An item: where it lies, who waits for it, and what the floor last said of it. */
export function itemPage(row: Row): DetailPage {
  const id = textOf(row['id'] ?? row['item_id'])
  const name = textOf(row['name'])
  // A number in a record is never an id, although another item may be called like the id of this one.
  const about = { kind: 'item', id, names: [name, textOf(row['upc_code'])] } as const
  return page(
    row,
    fieldTitles.item,
    [name, textOf(row['display_name']) || id],
    <>
      <Stock title={relatedTexts.whereItLies} field="item_id" id={id} />
      <OpenOrders
        title={relatedTexts.openOrderLines}
        about={id}
        test={(line) => textOf(line['item_id']) === id}
        showsItem={false}
      />
      <FloorRecords about={about} />
      <Receipts title={relatedTexts.lastReceipts} about={id} test={ofItem(id, name)} />
    </>,
  )
}

/** A bin: what lies in it, when it was last counted, and its records. */
export function binPage(row: Row): DetailPage {
  const id = textOf(row['id'] ?? row['bin_id'])
  const number = textOf(row['bin_number'])
  const about = {
    kind: 'bin',
    id,
    names: [number],
    location: textOf(row['location']) || null,
    locationId: textOf(row['location_id']) || null,
  } as const
  return page(
    row,
    fieldTitles.bin,
    [number, row['location']],
    <>
      <Stock title={relatedTexts.whatLiesHere} field="bin_id" id={id} />
      <FloorRecords about={about} />
    </>,
  )
}

/** A location: what lies there, and the orders that leave from it. */
export function locationPage(row: Row): DetailPage {
  const id = textOf(row['id'] ?? row['location_id'])
  const names = [textOf(row['location']), textOf(row['name'])].filter((name) => name !== '')
  return page(
    row,
    fieldTitles.location,
    [names[1] ?? names[0], id],
    <>
      <Stock title={relatedTexts.stockHere} field="location_id" id={id} />
      <OpenOrders
        title={relatedTexts.openOrdersFrom}
        about={id}
        test={(line) => names.includes(textOf(line['location']))}
        showsItem
      />
    </>,
  )
}

/** A shipment, and what the floor has received of it. */
export function shipmentPage(row: Row): DetailPage {
  const id = textOf(row['id'])
  const number = textOf(row['shipment_number'])
  return page(
    row,
    relatedTexts.shipmentTitle,
    [number, row['supplier']],
    <Receipts title={relatedTexts.receipts} about={id} test={ofShipment(id, number)} />,
  )
}

function page(
  row: Row,
  title: string,
  name: readonly unknown[],
  more: DetailPage['more'],
): DetailPage {
  const others = factsOf(row, false)
  return {
    title,
    name: nameFrom(name),
    empty: recordTexts.noDetails,
    facts: factsOf(row, true),
    more: (
      <>
        {more}
        {others.length > 0 && <OtherFacts facts={others} />}
      </>
    ),
  }
}

/** Headings that the name of the field does not give. */
const TITLES: Readonly<Record<string, string>> = {
  upc_code: fieldTitles.upcCode,
  wh: fieldTitles.wh,
}

/** What tells a thing from others. It stands above what it leads to, and its other fields below. */
const IDENTIFYING = /^(id|.*_id|name|.*_number|upc_code|location|supplier|status|inactive.*)$/

function factsOf(row: Row, isIdentifying: boolean): Fact[] {
  return Object.entries(row)
    .filter(([field, value]) => isFact(value) && IDENTIFYING.test(field) === isIdentifying)
    .map(([field, value]) => ({
      title: TITLES[field] ?? titleOf(field),
      text: isDateField(field) ? momentText(value) : formatText(value),
      isCopied: /(^|_)(id|code|number|name)$/i.test(field),
    }))
}

function isFact(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && typeof value !== 'object'
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
