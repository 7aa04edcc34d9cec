import type { Move } from '#test/netsuite/records/saved-record.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'

/** Books moves into the balances per bin, per location and per item; `sign` -1 reverts them. */
export function bookMoves(warehouse: Warehouse, moves: readonly Move[], sign: 1 | -1): void {
  for (const { item, location, bin, quantity } of moves) {
    bookInBin(warehouse, { item, location, bin, quantity: sign * quantity })
    bookAtLocation(warehouse, { item, location, bin, quantity: sign * quantity })
    const { lastmodifieddate, totalquantityonhand } = warehouse.find('item', item) ?? {}
    const total = (totalquantityonhand ?? 0) + sign * quantity
    // A change of stock is no change of the item itself, so its date stays.
    const date = lastmodifieddate ?? null
    warehouse.change('item', item, { totalquantityonhand: total, lastmodifieddate: date })
  }
}

function bookInBin(warehouse: Warehouse, { item, location, bin, quantity }: Move): void {
  const row = warehouse.find('inventorybalance', { item, location, binnumber: bin })
  if (row) warehouse.change('inventorybalance', row, more(row, quantity))
  else {
    const fresh = { item, location, binnumber: bin, inventorystatus: 1, ...more({}, quantity) }
    warehouse.add('inventorybalance', fresh)
  }
}

function bookAtLocation(warehouse: Warehouse, { item, location, quantity }: Move): void {
  const row = warehouse.find('aggregateitemlocation', { item, location })
  if (row) warehouse.change('aggregateitemlocation', row, more(row, quantity))
  else warehouse.add('aggregateitemlocation', { item, location, ...more({}, quantity) })
}

interface Quantities {
  readonly quantityonhand?: number | null
  readonly quantityavailable?: number | null
}

function more(row: Quantities, quantity: number) {
  return {
    quantityonhand: (row.quantityonhand ?? 0) + quantity,
    quantityavailable: (row.quantityavailable ?? 0) + quantity,
  }
}
