import { listTexts } from '#contract/texts/list-texts.ts'
import { fieldTitles } from '#contract/texts/field-titles.ts'
import { screenTitles } from '#contract/texts/screen-titles.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import { QUANTITY_FIELDS, type InventoryRow } from '#contract/records/erp.ts'
import { compareTexts } from '#console/data/engine/collate.ts'
import { nameFrom } from '#console/list/details/detail-page.ts'
import { detailTable } from '#console/table/shaped-table.ts'
import { listScreen } from '#console/list/list-screen.ts'
import { formatQuantity, formatText } from '#console/rows/formats.ts'
import {
  aggregateInventory,
  ITEM_FIELDS,
  locationsIn,
  quantityAt,
  type InventoryItem,
} from '#console/rows/inventory.ts'
import { quantityOf } from '#console/rows/quantities.ts'
import { StockOfInventory } from '#console/related/inventory-links.tsx'
import { reportMismatches } from '#console/screens/mismatches.ts'

/** Stock on hand: one row for each item, with its locations in the details (specification.md section 2). */
export const inventory = listScreen({
  path: '/inventory',
  title: screenTitles.inventory,
  icon: 'packages',
  group: 'Master Data',
  collection: 'inventory',
  *rows(records) {
    const items = yield* aggregateInventory(records)
    yield* reportMismatches(items)
    return items
  },
  identity: ITEM_FIELDS,
  leading: ['item', 'total_quantity', 'locations_count'],
  beside: ['binStock'],
  openedBy: ['internal_id'],
  lastingId: 'internal_id',
  columns: (c, rows) => [
    c.text('item', fieldTitles.item),
    c.text('internal_id', fieldTitles.internalId),
    c.text('item_name', fieldTitles.itemName),
    c.quantity('total_quantity', fieldTitles.totalQuantity),
    c.quantity('locations_count', fieldTitles.locations),
    ...locationsIn(rows).map((place) => ({
      id: place.id,
      title: place.title === '' ? listTexts.noLocation : place.title,
      kind: 'quantity' as const,
      value: (row: InventoryItem) => quantityAt(row, place),
      text: (row: InventoryItem) => formatQuantity(quantityAt(row, place)),
    })),
  ],
  details: {
    title: fieldTitles.itemDetails,
    name: ({ item, item_name }) => nameFrom([item, item_name]),
    empty: recordTexts.noDetails,
    more: ({ internal_id }) => <StockOfInventory id={internal_id} />,
    content: ({ details }) =>
      detailTable(details.toSorted(byLocation), (c, rows) => {
        const known = [
          c.text('location', fieldTitles.location),
          c.text('location_id', fieldTitles.locationId),
          c.custom({
            id: 'available_quantity',
            title: fieldTitles.availableQuantity,
            kind: 'quantity',
            reads: QUANTITY_FIELDS,
            value: quantityOf,
            text: (row) => formatQuantity(quantityOf(row)),
          }),
          c.text('item', fieldTitles.item),
          c.text('item_name', fieldTitles.itemName),
          c.text('item_id', fieldTitles.itemId),
          c.text('internal_id', fieldTitles.internalId),
        ]
        return [...known, ...c.rest(rows, known)]
      }),
  },
})

/** Locations in natural order, 'WH 2' before 'WH 11'. */
function byLocation(one: InventoryRow, other: InventoryRow): number {
  return compareTexts(formatText(one.location), formatText(other.location))
}
