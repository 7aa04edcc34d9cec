/** The data of the other backend, in the various shapes that backends use (decisions/product/other-servers.md). */

/** The body of a list: bare, wrapped, or a map of users. */
export type Sent = readonly object[] | { readonly [field: string]: unknown }

const acknowledged = (success: unknown) => ({
  message: 'Adjustment booked',
  operation_time: '2026-05-11T08:30:00',
  netsuite_acknowledgment: { message: 'ok', success, inventoryAdjustmentId: 4711 },
})

/** New lists for each server, by path. Times have no zone, as pydantic writes them. */
export function otherLists(): Record<string, Sent> {
  return {
    '/data_locations': [
      { location_id: 7, location: 'Hall North', city: 'Kiel' },
      { location_id: 8, location: 'Hall South', city: null },
    ],
    '/data_bins': {
      status: 'success',
      data: [
        { bin_id: 'b-1', bin_number: 'N-01-01', location: 'Hall North', inactive_bin: 'F' },
        { bin_id: 'b-2', bin_number: 'N-01-02', location: 'Hall North', inactive_bin: 'T' },
      ],
    },
    '/data_inventory': [
      { item: 'Pallet jack', internal_id: '11', location: 'Hall North', total_available: '3.0' },
      { item: 'Pallet jack', internal_id: '11', location: 'Hall South', quantity_available: 4 },
      { item: 'Strap', internal_id: '12', location: 'Hall South', available: 0 },
    ],
    '/data_items': { data: [{ item_id: 11, name: 'Pallet jack', upc_code: '0400000000011' }] },
    '/data_sales_orders': [
      { order_id: 1, internal_id: 501, name: 'Order SO-501', status: 'Pending', item: 'Strap' },
      { order_id: 1, internal_id: 501, name: 'Order SO-501', status: 'Pending', item: 'Jack' },
    ],
    '/get-inbound-data': { data: [{ id: 31, shipment_number: 'INB-31', carrier: 'Ship & Co' }] },
    // There is no `/get-inbound-data-records` here, only the older of the two names.
    '/inbound-data-records': [
      {
        id: 'r-1',
        created_at: '2026-05-11 09:00:00',
        netsuite_response: null,
        inbound_data: JSON.stringify({
          userName: 'inga',
          itemData: [{ itemName: 'Gloves', enteredQuantity: '5' }],
        }),
      },
    ],
    '/bin-count-records': {
      data: [
        {
          id: 1,
          operator: { name: 'olaf' },
          bin_name: 'N-01-01',
          bin_data: '[{"bin_number":"N-01-01"}]',
          netsuite_response: JSON.stringify(acknowledged('true')),
          created_at: '2026-05-11T08:30:00',
        },
      ],
    },
    '/bin-adjustment-records': [
      {
        id: 2,
        details: { created_by: 'anna' },
        bin_name: 'N-01-02',
        netsuite_response: acknowledged(0),
        created_at: '2026-05-11T08:31:00.123456',
      },
    ],
    '/bin-transfer-records': [
      { id: 3, user_id: 42, bin_data: { binName: 'S-09-09' }, created_at: '2026-05-11T08:32:00' },
    ],
    '/master-admin-details': {
      data: [
        { username: 'chief', company_name: 'Other Ltd', features: { bins: 1 }, is_super_admin: 1 },
        { username: 'novice', company_name: 'Other Ltd', features: null },
      ],
    },
    '/wms-ai-users': {
      picker1: { name: 'Petra Picker', location: 'Hall North', multi_location_enable: 'true' },
      'erp-integration': { name: 'Integration', location: '-' },
    },
  }
}
