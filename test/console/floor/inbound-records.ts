/** Inbound records of the corpus. */
import { type Stored, twice } from '#test/console/floor/stored.ts'

const received = {
  itemId: 5,
  itemName: 'Bolt',
  enteredQuantity: '2',
  originalQuantity: 3.4,
  quantityRemaining: 0,
}

export const INBOUND: readonly Stored[] = [
  [
    'one item',
    'inbound',
    { id: 6, inbound_data: { userName: 'pat', binName: 'A-01', itemData: [received] } },
    {
      ID: '6',
      'Item Name': 'Bolt',
      'Entered Quantity': '2',
      'Original Quantity': '3',
      'Quantity Remaining': '0',
      Username: 'pat',
      'Bin Name': 'A-01',
    },
  ],
  [
    'JSON text',
    'inbound',
    { id: 6, inbound_data: JSON.stringify({ action: 'receive', itemData: [received] }) },
    { 'Item Name': 'Bolt', Action: 'receive' },
  ],
  [
    'one item that is no list',
    'inbound',
    { id: 6, inbound_data: { itemData: received } },
    { 'Item Name': 'Bolt' },
  ],
  [
    'items as text',
    'inbound',
    { id: 6, inbound_data: { item_data: JSON.stringify([received]) } },
    { 'Item Name': 'Bolt' },
  ],
  [
    'other spellings',
    'inbound',
    {
      id: 6,
      inboundData: { bin_name: 'A-01', item_data: [{ item_name: 'Bolt', PurchaseOrder: 'PO-1' }] },
    },
    { 'Item Name': 'Bolt', 'Bin Name': 'A-01', 'Purchase Order': 'PO-1' },
  ],
  [
    'no items',
    'inbound',
    { id: 6, inbound_data: { userName: 'pat', itemData: [] } },
    { ID: '6', 'Item Name': '-', Username: 'pat' },
  ],
  [
    'nothing inside',
    'inbound',
    { id: 6, created_by: 'pat' },
    { ID: '6', Username: 'pat', 'ERP Response': 'No answer' },
  ],
  [
    'a list of parts',
    'inbound',
    { id: 6, inbound_data: [{ binName: 'A-01', itemData: [received] }, { binName: 'B-02' }] },
    { 'Item Name': 'Bolt', 'Bin Name': 'A-01' },
  ],
  [
    'an answer with a shipment',
    'inbound',
    {
      id: 6,
      netsuite_response: { netsuite_acknowledgment: { success: true, inboundShipmentId: 70001 } },
    },
    { 'ERP Response': 'Succeeded' },
  ],
  [
    'fields of its own',
    'inbound',
    {
      id: 6,
      dock: 'D2',
      inbound_data: { temperature: '4 C', itemData: [{ ...received, lot: 'L-9' }] },
    },
    { Dock: 'D2', Temperature: '4 C', Lot: 'L-9' },
  ],
  [
    'no data around its item',
    'inbound',
    { id: 6, itemName: 'Bolt', enteredQuantity: '1,200', binName: 'A-01', userName: 'pat' },
    { 'Item Name': 'Bolt', 'Entered Quantity': '1200', 'Bin Name': 'A-01', Username: 'pat' },
  ],
  [
    'data that are a text',
    'inbound',
    { id: 6, inbound_data: '4 bolts' },
    { 'Inbound Data': '4 bolts' },
  ],
  [
    'data encoded twice',
    'inbound',
    { id: 6, inbound_data: twice({ binName: 'A-01', itemData: JSON.stringify([received]) }) },
    { 'Item Name': 'Bolt', 'Bin Name': 'A-01' },
  ],
  [
    'an item that is a text',
    'inbound',
    { id: 6, inbound_data: { itemData: 'Bolt' } },
    { 'Item Name': 'Bolt' },
  ],
  [
    'one field at three levels',
    'inbound',
    { id: 6, note: 'of all', inbound_data: { note: 'of these', itemData: [{ note: 'of it' }] } },
    { Note: 'of it', 'Data Note': 'of these', 'Record Note': 'of all' },
  ],
  [
    'a person and things that are objects',
    'inbound',
    {
      id: 6,
      inbound_data: {
        userName: { first_name: 'Pat', last_name: 'Doe' },
        location: { name: 'WH 1' },
        itemData: [{ itemName: { refName: 'Bolt' }, purchaseOrder: { tranid: 'PO9' } }],
      },
    },
    { Username: 'Pat Doe', Location: 'WH 1', 'Item Name': 'Bolt', 'Purchase Order': 'PO9' },
  ],
]
