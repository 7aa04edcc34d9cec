import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'

/** The internal ids of the units. */
export const [EACH, CASE, PALLET] = [41, 42, 43]
const PIECES = 4
const [GOOD, DAMAGED] = [1, 2]

/** The small account, whose items are counted in pieces and cases, and whose stock has a status. */
export function unitsWarehouse(): Warehouse {
  const warehouse = smallWarehouse()
  warehouse.load('unitstype', [{ id: PIECES, name: 'Pieces' }])
  addUnit(warehouse, EACH, 'Each', 1)
  addUnit(warehouse, CASE, 'Case', 12)
  warehouse.load('inventorystatus', [
    { id: GOOD, name: 'Good' },
    { id: DAMAGED, name: 'Damaged' },
  ])
  for (const { id } of warehouse.rows('item'))
    warehouse.change('item', id, { unitstype: PIECES, stockunit: EACH })
  return warehouse
}

/** Adds a unit of the items. */
export function addUnit(
  warehouse: Warehouse,
  internalid: number,
  unitname: string,
  conversionrate: number,
): void {
  const baseunit = conversionrate === 1 ? 'T' : 'F'
  warehouse.add('unitstypeuom', {
    internalid,
    unitstype: PIECES,
    unitname,
    conversionrate,
    baseunit,
  })
}
