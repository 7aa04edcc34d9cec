// An account with lots, serial numbers, statuses and units.
import { createWarehouse, type Warehouse } from '#test/netsuite/warehouse.ts'

export function anAccount(): Warehouse {
  const warehouse = createWarehouse()
  warehouse.add('location', { id: 1, name: 'Main', fullname: 'Main', usebins: 'T' })
  warehouse.add('location', { id: 2, name: 'Floor', fullname: 'Floor', usebins: 'F' })
  warehouse.add('location', { id: 3, name: 'Yard', fullname: 'Yard', usebins: 'T' })
  warehouse.add('bin', { id: 10, binnumber: 'A', location: 1 })
  warehouse.add('bin', { id: 13, binnumber: 'Y', location: 3 })
  warehouse.add('bin', { id: 11, binnumber: 'B', location: 1 })
  warehouse.add('bin', { id: 12, binnumber: 'OLD', location: 1, isinactive: 'T' })
  warehouse.load('unitstype', [{ id: 4, name: 'Pieces' }])
  const unit = { unitstype: 4, baseunit: 'F' } as const
  warehouse.add('unitstypeuom', {
    ...unit,
    internalid: 41,
    unitname: 'Each',
    pluralname: 'Each',
    abbreviation: 'EA',
    conversionrate: 1,
    baseunit: 'T',
  })
  warehouse.add('unitstypeuom', {
    ...unit,
    internalid: 42,
    unitname: 'Case',
    pluralname: 'Cases',
    abbreviation: 'CS',
    conversionrate: 12,
  })
  warehouse.load('inventorystatus', [
    { id: 1, name: 'Good' },
    { id: 2, name: 'Damaged' },
  ])
  warehouse.add('item', { id: 5, itemid: 'BOLT', unitstype: 4, stockunit: 41 })
  warehouse.add('item', { id: 6, itemid: 'GLUE', islotitem: 'T' })
  warehouse.add('item', { id: 7, itemid: 'DRILL', isserialitem: 'T', unitstype: 4, stockunit: 41 })
  warehouse.add('item', { id: 8, itemid: 'BULK', unitstype: 4, stockunit: 42 })
  warehouse.add('item', { id: 9, itemid: 'GONE', isinactive: 'T' })
  addSand(warehouse)
  warehouse.add('inventorynumber', { id: 61, item: 6, inventorynumber: "L'1" })
  warehouse.add('inventorynumber', { id: 71, item: 7, inventorynumber: 'S-1' })
  warehouse.add('inventorynumber', { id: 72, item: 7, inventorynumber: 'S-2' })
  return warehouse
}

/** By the ton, in bags of 25 kg. */
function addSand(warehouse: Warehouse): void {
  const unit = { unitstype: 5, baseunit: 'F' } as const
  for (const [internalid, unitname, conversionrate] of [
    [51, 'Kilo', 1],
    [52, 'Bag', 25],
    [53, 'Ton', 1_000],
  ] as const)
    warehouse.add('unitstypeuom', { ...unit, internalid, unitname, conversionrate })
  warehouse.add('item', { id: 20, itemid: 'SAND', unitstype: 5, stockunit: 53 })
}
