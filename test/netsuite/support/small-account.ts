import { createRandom } from '#test/netsuite/random.ts'
import type { Account } from '#test/netsuite/suiteql/scope.ts'
import { createSuiteQl } from '#test/netsuite/suiteql/run.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'
import { createWarehouse } from '#test/netsuite/warehouse.ts'

/** 2026-11-05 15:42:10 UTC */
export const MOMENT = Date.UTC(2026, 10, 5, 15, 42, 10)
const DAY = Date.UTC(2026, 10, 5)

/** A few rows of everything; tests rely on each of them. */
export function smallWarehouse(): Warehouse {
  const warehouse = createWarehouse(() => MOMENT)
  warehouse.load('location', [aLocation(1, 'WH 1'), aLocation(2, 'WH 2'), aLocation(10, 'WH 10')])
  warehouse.add('bin', { id: 1, binnumber: 'A-01', location: 1, memo: "O'Hara's shelf" })
  warehouse.add('bin', { id: 2, binnumber: 'A-01', location: 2, isinactive: 'T' })
  warehouse.add('bin', { id: 10, binnumber: 'B-01', location: 1, sequencenumber: 3 })
  warehouse.add('item', { id: 5, itemid: 'BOLT', upccode: '012345678905', totalquantityonhand: 7 })
  warehouse.add('item', { id: 6, itemid: 'NUT', lastmodifieddate: MOMENT - 3_600_000 })
  for (const [item, location, quantityonhand] of [
    [5, 1, 4],
    [5, 2, 3],
    [6, 1, 0],
    [6, 10, -2.5],
  ] as const) {
    warehouse.add('aggregateitemlocation', { item, location, quantityonhand })
  }
  const status = { trantype: 'SalesOrd', id: 'B', name: 'Pending Fulfillment' }
  warehouse.add('transactionstatus', { ...status, fullname: 'Sales Order : Pending Fulfillment' })
  warehouse.add('entity', { id: 90, entityid: 'Alder Supply LLC' })
  warehouse.add('transactionshippingaddress', { nkey: 70, city: 'Portland' })
  const order = { type: 'SalesOrd', status: 'SalesOrd:B', entity: 90, trandate: DAY }
  warehouse.add('transaction', { id: 100, tranid: 'SO1', shippingaddress: 70, ...order })
  warehouse.add('transaction', { id: 101, tranid: 'SO2', ...order })
  warehouse.add('transactionline', { transaction: 100, id: 0, uniquekey: 1, mainline: 'T' })
  const line = { transaction: 100, location: 1 }
  warehouse.add('transactionline', { ...line, id: 1, uniquekey: 2, item: 6, quantity: -12 })
  warehouse.add('transactionline', { ...line, id: 2, uniquekey: 3, item: 5, quantity: -4 })
  return warehouse
}

/** Runs a query on the warehouse and returns its rows. */
export function runOn(
  warehouse: Warehouse,
  settings: Partial<Account> = {},
): (query: string) => readonly Record<string, string>[] {
  const account = { warehouse, now: () => MOMENT, utcOffsetMinutes: 0, hidden: new Set<string>() }
  const suiteQl = createSuiteQl({ ...account, ...settings }, createRandom(1))
  return (query) => suiteQl(query, 1000, 0).items
}

function aLocation(id: number, name: string) {
  const rest = { parent: null, isinactive: 'F', subsidiary: 1, usebins: 'T' } as const
  return { id, name, fullname: name, ...rest }
}
