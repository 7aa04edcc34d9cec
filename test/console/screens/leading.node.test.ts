import { expect, test } from 'vitest'
import { lists } from '#console/screens/lists.ts'

const REPORT = ['ID', 'Bin Name', 'Item', 'Quantity', 'ERP Response']

/** What people look for first, in its order. */
const LEADING: Record<(typeof lists)[number]['path'], readonly string[]> = {
  '/inventory': ['Item', 'Total Quantity', 'Locations'],
  '/items': ['ID', 'Name', 'UPC Code'],
  '/locations': ['ID', 'Name', 'Location'],
  '/bins': ['Bin Number', 'Location', 'Inactive Bin'],
  '/sales-orders': ['Name', 'Status', 'Transaction ID', 'Details'],
  '/inbound-shipment': ['Shipment Number', 'Status', 'Expected Date', 'Supplier'],
  '/bin-count-records': REPORT,
  '/bin-adjustment-records': REPORT,
  '/bin-transfer': REPORT,
  '/inbound-data-records': ['ID', 'Bin Name', 'Item Name', 'Entered Quantity', 'ERP Response'],
  '/admins': ['Username', 'Company Name', 'Actions'],
  '/wms-ai-users': ['Name', 'User ID', 'Location', 'Actions'],
}

test.each(lists)('$path leads with the columns that people look for first', (list) => {
  const titles = new Map(list.table([]).columns.map(({ id, title }) => [id, title]))
  expect((list.leading ?? []).map((id) => titles.get(id))).toEqual(LEADING[list.path])
})
