/** The titles of the list screens, and their labels in the menu where those differ. */
export const screenTitles = {
  admins: 'Admins',
  binAdjustmentRecords: 'Bin Adjustment Records',
  binCountRecords: 'Bin Count Records',
  binTransfer: 'Bin Transfer',
  bins: 'Bins',
  inboundDataRecords: 'Inbound Data Records',
  inboundShipment: 'Inbound Shipment',
  inboundShipments: 'Inbound Shipments',
  inventory: 'Inventory',
  items: 'Items',
  locations: 'Locations',
  salesOrders: 'Sales Orders',
  wmsMobileUsers: 'WMS Mobile Users',
} as const
