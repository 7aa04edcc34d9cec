/** Records mirrored from the ERP: lenient about unknown fields, strict about those in use. */
import { z } from 'zod/mini'

/** Ids and numbers arrive as text from some servers and as numbers from others. */
export const Scalar = z.nullish(z.union([z.string(), z.number(), z.boolean()]))

/** A location has a `location` or a `name`, and an id (specification.md section 3). */
export const Location = z.looseObject({
  id: Scalar,
  location_id: Scalar,
  location: Scalar,
  name: Scalar,
})

export const Bin = z.looseObject({
  id: Scalar,
  bin_id: Scalar,
  bin_number: Scalar,
  location: Scalar,
  memo: Scalar,
  bin_orientation: Scalar,
  aisle_no: Scalar,
  bin: Scalar,
  inactive_bin: Scalar,
  inventory_counted: Scalar,
  room: Scalar,
  wh: Scalar,
})

export const Item = z.looseObject({
  id: Scalar,
  item_id: Scalar,
  name: Scalar,
  upc_code: Scalar,
})

/** One item in one location. The quantity has one of four names (`quantityOf`). */
export const InventoryRow = z.looseObject({
  item: Scalar,
  internal_id: Scalar,
  item_name: Scalar,
  item_id: Scalar,
  location: Scalar,
  location_id: Scalar,
  available_quantity: Scalar,
  quantity_available: Scalar,
  available: Scalar,
  total_available: Scalar,
})

/** One line of an order; the console groups lines into orders. */
export const SalesOrderRow = z.looseObject({
  id: Scalar,
  order_id: Scalar,
  name: Scalar,
  status: Scalar,
  location: Scalar,
  ponumber: Scalar,
  ship_from: Scalar,
  internal_id: Scalar,
  reference_1: Scalar,
  transaction_id: Scalar,
  shipping_address: Scalar,
  created_at: Scalar,
  updated_at: Scalar,
})

export const InboundShipment = z.looseObject({
  id: Scalar,
  shipment_number: Scalar,
  supplier: Scalar,
  status: Scalar,
  expected_date: Scalar,
  received_date: Scalar,
  total_items: Scalar,
  created_at: Scalar,
  updated_at: Scalar,
})

export type Location = z.infer<typeof Location>
export type Bin = z.infer<typeof Bin>
export type Item = z.infer<typeof Item>
export type InventoryRow = z.infer<typeof InventoryRow>
export type SalesOrderRow = z.infer<typeof SalesOrderRow>
export type InboundShipment = z.infer<typeof InboundShipment>

/** The possible names of the quantity in an inventory row, in the order they are tried. */
export const QUANTITY_FIELDS = [
  'available_quantity',
  'quantity_available',
  'available',
  'total_available',
] as const satisfies readonly (keyof InventoryRow)[]
