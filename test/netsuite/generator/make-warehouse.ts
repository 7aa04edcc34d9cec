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

/** The sizes of a warehouse. The same seed and clock generate the same warehouse. */
export interface WarehouseSizes {
  readonly seed?: number
  /** Clock in milliseconds; dates are in the weeks before, and changes are dated by it. */
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
/** By default an item is stocked in about this many locations, and there are more locations than that. */
const LOCATIONS_PER_ITEM = 20
const SPARE_LOCATIONS = 1.2

/** Generates a warehouse; sizes that are not given follow from the number of inventory rows. */
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
  warehouse.load('subsidiary', [{ id: 1, name: 'Parent Company' }])
  warehouse.add('account', { id: 212, acctnumber: '5100', fullname: 'Inventory adjustments' })
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
