import { makeInbound } from '#test/netsuite/generator/inbound.ts'
import { makeItems, makeLots } from '#test/netsuite/generator/items.ts'
import { makeCompanies } from '#test/netsuite/generator/people.ts'
import { makeBins, makeLocations } from '#test/netsuite/generator/places.ts'
import { makeSalesOrders } from '#test/netsuite/generator/sales-orders.ts'
import { makeStock } from '#test/netsuite/generator/stock.ts'
import {
  createUniqueKeys,
  FIRST_TRANSACTION_ID,
  makeStatuses,
} from '#test/netsuite/generator/transactions.ts'
import { createRandom } from '#test/netsuite/random.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'
import { createWarehouse } from '#test/netsuite/warehouse.ts'

/** How much there is of everything. The same seed and clock give the same warehouse. */
export interface WarehouseSizes {
  readonly seed?: number
  /** Clock in milliseconds; dates lie in the weeks before, and changes take their date from it. */
  readonly now?: () => number
  readonly locations?: number
  readonly bins?: number
  readonly items?: number
  /** Rows of stock per item and location. */
  readonly inventory?: number
  readonly salesOrders?: number
  readonly inboundShipments?: number
}

const CUSTOMERS = 60
const VENDORS = 20
/** Without other sizes, an item lies in about this many locations, and locations are for more. */
const LOCATIONS_PER_ITEM = 20
const SPARE_LOCATIONS = 1.2

/** A made-up warehouse; what is not named has a size that fits the number of inventory rows. */
export function makeWarehouse(sizes: WarehouseSizes = {}): Warehouse {
  const { seed = 1, now = Date.now, inventory = 5000, bins = 800 } = sizes
  const itemCount = sizes.items ?? Math.max(1500, Math.ceil(inventory / LOCATIONS_PER_ITEM))
  const needed = Math.ceil((inventory / itemCount) * SPARE_LOCATIONS)
  const locationCount = sizes.locations ?? Math.max(12, needed)
  const { salesOrders = 300, inboundShipments = 60 } = sizes
  const random = createRandom(seed)
  const moment = now()

  const locations = makeLocations(locationCount)
  const items = makeItems(random, itemCount, moment)
  const places = {
    items,
    locations,
    bins: makeBins(random, bins, locations),
    lots: makeLots(items),
  }
  const stock = makeStock(random, inventory, places, moment)
  const customers = makeCompanies(random, CUSTOMERS, 'CustJob', 0)
  const vendors = makeCompanies(random, VENDORS, 'Vendor', CUSTOMERS)
  const world = { items, locations, now: moment, nextUniqueKey: createUniqueKeys() }
  const orders = makeSalesOrders(random, salesOrders, { ...world, companies: customers })
  const firstOrderId = FIRST_TRANSACTION_ID + salesOrders
  const inbound = makeInbound(
    random,
    inboundShipments,
    { ...world, companies: vendors },
    firstOrderId,
  )

  const warehouse = createWarehouse(now)
  warehouse.load('location', locations)
  warehouse.load('bin', places.bins)
  warehouse.load('item', items)
  warehouse.load('inventorynumber', places.lots)
  warehouse.load('inventorystatus', [
    { id: 1, name: 'Good' },
    { id: 2, name: 'Damaged' },
  ])
  warehouse.load('aggregateitemlocation', stock.perLocation)
  warehouse.load('inventorybalance', stock.perBin)
  warehouse.load('entity', [...customers, ...vendors])
  warehouse.load('transactionstatus', makeStatuses())
  warehouse.load('transaction', [...orders.headers, ...inbound.headers])
  warehouse.load('transactionline', [...orders.lines, ...inbound.lines])
  warehouse.load('transactionshippingaddress', orders.addresses)
  warehouse.load('inboundshipment', inbound.shipments)
  warehouse.load('inboundshipmentitem', inbound.shipmentItems)
  return warehouse
}
