import type { CollectionName } from '#contract/collections.ts'

/** The GETs of the twelve lists, copied by hand from specification.md section 7. */
export const LIST_ADDRESSES: readonly (readonly [name: CollectionName, address: string])[] = [
  ['locations', '/api/data_locations'],
  ['bins', '/api/data_bins'],
  ['inventory', '/api/data_inventory'],
  ['items', '/api/data_items'],
  ['salesOrders', '/api/data_sales_orders'],
  ['inboundShipments', '/api/get-inbound-data'],
  ['inboundDataRecords', '/api/get-inbound-data-records'],
  ['binCountRecords', '/api/bin-count-records'],
  ['binAdjustmentRecords', '/api/bin-adjustment-records'],
  ['binTransfer', '/api/bin-transfer-records'],
  ['admins', '/api/master-admin-details'],
  ['wmsAiUsers', '/api/wms-ai-users'],
]
