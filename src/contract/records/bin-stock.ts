/** What NetSuite says lies where: one row for each item, location, bin, lot and status (decisions/server/bin-stock.md). */
import { z } from 'zod/mini'

const text = z.nullish(z.string())
const quantity = z.nullish(z.number())

export const BinStockRow = z.looseObject({
  item_id: z.string(),
  item_name: text,
  location_id: z.string(),
  /** The full name of the location. */
  location: text,
  /** Null for stock that lies in no bin. */
  bin_id: text,
  bin_number: text,
  /** The lot or serial number; null where the item has none, or the account does not tell. */
  inventory_number_id: text,
  inventory_number: text,
  status_id: text,
  status: text,
  on_hand: quantity,
  /** On hand and not promised to an order. */
  available: quantity,
  /** Promised to orders; null where the account does not tell. */
  committed: quantity,
  /** On its way here; null where the account does not tell. */
  in_transit: quantity,
  /**
   * When NetSuite was asked for this item, ISO 8601, if that was later than for the whole list, which
   * has an age of its own. Null otherwise.
   */
  as_of: text,
})

export type BinStockRow = z.infer<typeof BinStockRow>
