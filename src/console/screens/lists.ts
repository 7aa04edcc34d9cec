/** The twelve list screens in menu order. */
import { admins } from '#console/screens/admins.tsx'
import { binAdjustmentRecords } from '#console/screens/bin-adjustment-records.tsx'
import { binCountRecords } from '#console/screens/bin-count-records.tsx'
import { binTransfer } from '#console/screens/bin-transfer.tsx'
import { bins } from '#console/screens/bins.tsx'
import { inboundDataRecords } from '#console/screens/inbound-data-records.tsx'
import { inboundShipment } from '#console/screens/inbound-shipment.tsx'
import { inventory } from '#console/screens/inventory.tsx'
import { items } from '#console/screens/items.tsx'
import { locations } from '#console/screens/locations.tsx'
import { salesOrders } from '#console/screens/sales-orders.tsx'
import { wmsAiUsers } from '#console/screens/wms-ai-users.tsx'

export const lists = [
  inventory,
  items,
  locations,
  bins,
  salesOrders,
  inboundShipment,
  binCountRecords,
  binAdjustmentRecords,
  binTransfer,
  inboundDataRecords,
  admins,
  wmsAiUsers,
] as const

/** The path of a list screen. */
export type ListPath = (typeof lists)[number]['path']
