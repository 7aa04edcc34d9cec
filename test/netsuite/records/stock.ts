import type { Move } from '#test/netsuite/records/saved-record.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'

/** Books moves into the balances per bin, per location and per item; `sign` -1 reverts them. */
export function bookMoves(warehouse: Warehouse, moves: readonly Move[], sign: 1 | -1): void {
  for (const move of moves) {
    const { item, quantity } = move
    bookInBin(warehouse, { ...move, quantity: sign * quantity })
    bookAtLocation(warehouse, { ...move, quantity: sign * quantity })
    const { lastmodifieddate, totalquantityonhand } = warehouse.find('item', item) ?? {}
    const total = (totalquantityonhand ?? 0) + sign * quantity
    // A change of stock is no change of the item itself, so its date stays.
    const date = lastmodifieddate ?? null
    warehouse.change('item', item, { totalquantityonhand: total, lastmodifieddate: date })
  }
}

/** The status of stock that has no other one. */
export const DEFAULT_STATUS = 1

function bookInBin(warehouse: Warehouse, move: Move): void {
  const { item, location, bin, quantity, number = null, status } = move
  const place = { item, location, binnumber: bin, inventorynumber: number }
  const row = warehouse.find(
    'inventorybalance',
    status === undefined ? place : { ...place, inventorystatus: status },
  )
  if (row) warehouse.change('inventorybalance', row, more(row, quantity))
  else {
    const fresh = { ...place, inventorystatus: status ?? DEFAULT_STATUS, ...more({}, quantity) }
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
