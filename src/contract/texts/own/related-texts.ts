/** The texts of details that lead to each other: items, bins, locations, orders, shipments and records. */
import { ERP_NAME } from '#contract/constants.ts'

export const relatedTexts = {
  shipmentTitle: 'Shipment',
  otherFields: 'Other fields',
  whereItLies: 'Where it lies',
  whatLiesHere: 'What lies in it',
  stockHere: 'Stock here',
  openOrderLines: 'Open order lines',
  openOrdersFrom: 'Open orders from here',
  lastCounts: 'Last counts',
  lastAdjustments: 'Last adjustments',
  lastTransfers: 'Last transfers',
  receipts: 'Receipts of this shipment',
  lastReceipts: 'Last receipts',
  onHand: 'On hand',
  available: 'Available',
  lot: 'Lot or serial',
  age: 'Age',
  shipped: 'Shipped',
  expected: 'Expected',
  counted: 'Counted',
  by: 'By',
  when: 'When',
  noBin: 'No bin',
  total: (onHand: string, available: string, places: number) =>
    `${onHand} on hand, ${available} available, in ${places.toLocaleString('en')} ${places === 1 ? 'place' : 'places'}`,
  itemsHere: (items: number, onHand: string) =>
    `${items.toLocaleString('en')} ${items === 1 ? 'item' : 'items'}, ${onHand} on hand`,
  emptyPlaces: (count: number) =>
    count === 1
      ? 'One place is empty and not shown.'
      : `${count.toLocaleString('en')} places are empty and not shown.`,
  showMore: (count: number) => `Show ${String(count)} more`,
  andOthers: (count: number) => `${String(count)} more are not shown.`,
  nothing: 'Nothing on record.',
  looking: 'Looking…',
  notHere: (what: string) => `${what} are not on this device.`,
  neverRead: `Stock by bin has not been read from ${ERP_NAME} yet.`,
  noBinsToRead: (why: string) => `No stock by bin: ${why}`,
  openItem: (name: string) => `Open item ${name}`,
  openBin: (name: string) => `Open bin ${name}`,
  orders: 'Orders',
  receiptsList: 'Receipts',
  balances: 'Balances by bin',
  leadsTo: 'Bin and items of this record',
  itemDetails: 'Open the item',
  rowMissing: (kind: string, name: string) =>
    `${kind} ${name} isn't in this list. It may have been deleted, or a sync hasn't brought it yet.`,
  rowDeleted: (kind: string, name: string) =>
    `${kind} ${name} isn't in this list. It may have been deleted.`,
  rowNotHere: (kind: string, name: string) =>
    `${kind} ${name} isn't in the list on this device, which may be out of date.`,
  itemsOfOrder: 'Items of this order',
  unknownItem: (name: string) => `${name}: not in the ${ERP_NAME} data`,
} as const
