// Made-up names for the generated warehouse. None of them is a real company or person.

export const MATERIALS = ['Steel', 'Brass', 'Nylon', 'Oak', 'Cotton', 'Rubber', 'Copper', 'Pine']
export const FORMS = ['Hex', 'Flat', 'Round', 'Heavy', 'Slim', 'Double', 'Angled', 'Folding']
export const PRODUCTS = [
  'Bolt',
  'Bracket',
  'Shelf',
  'Hinge',
  'Castor',
  'Hose',
  'Crate',
  'Clamp',
  'Ladder',
  'Glove',
  'Lamp',
  'Pallet Wrap',
]
export const SIZES = ['S', 'M', 'L', 'XL', '10 mm', '25 mm', '40 cm', '1.2 m']

export const COMPANY_FIRST = [
  'Alder',
  'Birchwood',
  'Corvane',
  'Dunmore',
  'Eastbrook',
  'Fennimore',
  'Garrow',
  'Hartwell',
  'Inglefield',
  'Juniper',
]
export const COMPANY_LAST = ['Hardware', 'Supply', 'Outfitters', 'Trading', 'Interiors', 'Builders']
export const COMPANY_FORM = ['LLC', 'Inc.', 'Co.', 'Group']

export const FIRST_NAMES = ['Amara', 'Ben', 'Chiara', 'Devon', 'Elif', 'Farid', 'Greta', 'Hugo']
export const LAST_NAMES = ['Abbott', 'Brandt', 'Castillo', 'Dupont', 'Eriksen', 'Fujita', 'Grant']

export const STREETS = ['Mill Road', 'Harbor Street', 'Quarry Lane', 'Station Avenue', 'Elm Court']
export const CITIES = [
  { city: 'Portland', state: 'OR', zip: '97201' },
  { city: 'Dayton', state: 'OH', zip: '45402' },
  { city: 'Savannah', state: 'GA', zip: '31401' },
  { city: 'Tacoma', state: 'WA', zip: '98402' },
  { city: 'Mobile', state: 'AL', zip: '36602' },
  { city: 'Duluth', state: 'MN', zip: '55802' },
]

export const VESSELS = ['MV Northern Star', 'MV Blue Heron', 'MV Cape Lindow', 'MV Marisol']
export const BIN_MEMOS = ['Fragile goods', 'Overflow', 'Top level, lift needed', 'Returns']
export const ORDER_MEMOS = ['Rush order', 'Deliver to dock 4', 'Call before delivery']

export const SALES_STATUSES = [
  ['A', 'Pending Approval'],
  ['B', 'Pending Fulfillment'],
  ['C', 'Cancelled'],
  ['D', 'Partially Fulfilled'],
  ['E', 'Pending Billing/Partially Fulfilled'],
  ['F', 'Pending Billing'],
  ['G', 'Billed'],
  ['H', 'Closed'],
] as const
export const PURCHASE_STATUSES = [
  ['A', 'Pending Supervisor Approval'],
  ['B', 'Pending Receipt'],
  ['D', 'Partially Received'],
  ['E', 'Pending Billing/Partially Received'],
  ['F', 'Pending Bill'],
  ['G', 'Fully Billed'],
  ['H', 'Closed'],
] as const
export const SHIPMENT_STATUSES = [
  'To Be Shipped',
  'In Transit',
  'Partially Received',
  'Received',
  'Closed',
]
