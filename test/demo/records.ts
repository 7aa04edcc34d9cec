/** Records that mobile users made in the last 14 days, with what the ERP answered to most of them. */
import type { CollectionName, Row } from '#contract/collections.ts'
import { MOBILE_USERS } from '#test/demo/people.ts'
import { between, createRandom, pick, type Random } from '#test/netsuite/random.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'

const DAYS = 14
const DAY_MS = 86_400_000
const SEED = 14

/** What NetSuite refused, as it writes it. The first one repeats most. */
const REFUSALS: readonly ((occasion: Occasion) => string)[] = [
  ({ bin, location }) => `The bin ${bin.number} of ${location} is inactive in NetSuite.`,
  ({ bin }) => `Invalid reference key: the bin ${bin.number} is inactive.`,
  ({ quantity }) => `The total inventory detail quantity must be ${String(quantity)}.`,
  ({ quantity }) =>
    `You only have ${String(quantity - 1)} available. Please enter a different quantity.`,
  () => 'Concurrent request limit exceeded. Request blocked.',
  () => 'You do not have permission to perform this operation.',
]

interface Bin {
  readonly id: number
  readonly number: string
}

/** The parts of a record: a bin, an item in it, a user and a time. */
interface Occasion {
  readonly id: number
  readonly at: string
  readonly person: (typeof MOBILE_USERS)[number]
  readonly bin: Bin
  /** Another bin of the same location, for transfers; the same one where there is no other. */
  readonly target: Bin
  readonly location: string
  readonly item: {
    readonly id: number
    readonly number: string
    readonly name: string
    readonly upc: string
  }
  readonly quantity: number
  readonly random: Random
}

/** The records of all four kinds. */
export function demoRecords(warehouse: Warehouse, now: number): [CollectionName, Row[]][] {
  const random = createRandom(SEED)
  const occasions = (count: number, from: number): Occasion[] =>
    Array.from({ length: count }, (_, nth) => makeOccasion(warehouse, random, now, from + nth))
  return [
    ['binCountRecords', occasions(140, 1_001).map(binCount)],
    ['binAdjustmentRecords', occasions(110, 2_001).map(binAdjustment)],
    ['binTransfer', occasions(90, 3_001).map(binTransfer)],
    ['inboundDataRecords', occasions(60, 4_001).map(inbound)],
  ]
}

function makeOccasion(warehouse: Warehouse, random: Random, now: number, id: number): Occasion {
  const bin = pick(random, warehouse.rows('bin'))
  const item = pick(random, warehouse.rows('item'))
  const location = warehouse.find('location', Number(bin.location))
  const at = now - Math.floor(random() * DAYS * DAY_MS)
  return {
    id,
    at: new Date(at).toISOString(),
    person: pick(random, MOBILE_USERS),
    bin: { id: bin.id, number: String(bin.binnumber) },
    target: targetOf(warehouse, bin.id, String(bin.location)),
    location: String(location?.name),
    item: {
      id: item.id,
      number: String(item.itemid),
      name: String(item.displayname ?? item.itemid),
      upc: String(item.upccode),
    },
    quantity: between(random, 1, 60),
    random,
  }
}

/** The bin after next, so that goods seldom move to the neighbour. */
function targetOf(warehouse: Warehouse, id: number, location: string): Bin {
  const bins = warehouse.rows('bin').filter((one) => String(one.location) === location)
  const at = bins.findIndex((one) => one.id === id)
  const target = bins[(at + 2) % bins.length]
  return { id: target?.id ?? id, number: String(target?.binnumber) }
}

function binCount(occasion: Occasion): Row {
  const response = answer(occasion, { inventoryAdjustmentId: 40_000 + occasion.id })
  const success = response?.netsuite_acknowledgment.success
  return {
    ...common(occasion, response),
    username: occasion.person.userid,
    bin_name: occasion.bin.number,
    inventory_id: occasion.item.id,
    bin_id: occasion.bin.id,
    bin_data: [entry(occasion, { expected: expectedIn(occasion) })],
    ...(success !== undefined && { netsuite_acknowledgement_success: success }),
  }
}

function binAdjustment(occasion: Occasion): Row {
  return {
    ...common(occasion, answer(occasion, { inventoryAdjustmentId: 50_000 + occasion.id })),
    username: occasion.person.userid,
    bin_name: occasion.bin.number,
    inventory_id: occasion.item.id,
    bin_id: occasion.bin.id,
    bin_data: [entry(occasion)],
    item_data: [
      {
        item_number: occasion.item.number,
        description: occasion.item.name,
        quantity: occasion.quantity,
        bin_number: occasion.bin.number,
        location: occasion.location,
      },
    ],
  }
}

function binTransfer(occasion: Occasion): Row {
  return {
    ...common(occasion, answer(occasion, { binTransferId: 60_000 + occasion.id })),
    username: occasion.person.userid,
    inventory_id: occasion.item.id,
    bin_id: occasion.bin.id,
    bin_data: [entry(occasion, { to: occasion.target })],
  }
}

function inbound(occasion: Occasion): Row {
  const { item, quantity, random } = occasion
  const received = between(random, 0, quantity)
  return {
    ...common(occasion, answer(occasion, { inboundShipmentId: 70_000 + occasion.id })),
    inbound_data: {
      binId: occasion.bin.id,
      action: pick(random, ['receive', 'putaway']),
      binName: occasion.bin.number,
      location: occasion.location,
      userName: occasion.person.userid,
      locationName: occasion.location,
      containerName: `CONT-${String(between(random, 1_000, 9_999))}`,
      inboundShipmentId: 70_000 + occasion.id,
      itemData: [
        {
          poId: 80_000 + occasion.id,
          itemId: item.id,
          upcCode: item.upc,
          itemName: item.name,
          vendorName: pick(random, ['Nordic Paper', 'Delta Fasteners', 'Kestrel Plastics']),
          purchaseOrder: `PO-${String(80_000 + occasion.id)}`,
          enteredQuantity: received,
          originalQuantity: quantity,
          quantityReceived: received,
          quantityRemaining: quantity - received,
        },
      ],
    },
  }
}

function common(occasion: Occasion, response: ReturnType<typeof answer>): Row {
  return {
    id: occasion.id,
    netsuite_response: response,
    created_at: occasion.at,
    updated_at: occasion.at,
  }
}

/** What the app expected to be counted: in every fifth record, up to three pieces more or fewer. */
function expectedIn({ id, quantity }: Occasion): number {
  const more = id % 5 === 0 ? ([-2, 1, 3][(id / 5) % 3] ?? 0) : 0
  return Math.max(0, quantity + more)
}

function entry(
  { bin, location, item, quantity }: Occasion,
  { expected, to = bin }: { readonly expected?: number; readonly to?: Bin } = {},
): Row {
  return {
    binId: bin.id,
    binName: bin.number,
    location,
    itemData: [
      {
        itemId: item.id,
        itemName: item.name,
        quantity,
        ...(expected !== undefined && { expectedQuantity: expected }),
        binNumber: to.number,
        location,
      },
    ],
  }
}

/** The acknowledgment: most records are booked, some refused, a few not answered yet. */
function answer(occasion: Occasion, ids: Row) {
  const { random, at, item, bin, location, quantity } = occasion
  const fate = random()
  if (fate < 0.06) return null
  const success = fate >= 0.18
  return {
    message: success ? 'Processed by NetSuite' : 'NetSuite refused the record',
    operation_time: at,
    netsuite_acknowledgment: {
      message: success ? 'Booked' : pick(random, REFUSALS)(occasion),
      success,
      ...(success && ids),
      itemDetails: [
        {
          item: item.name,
          status: 'Good',
          on_hand: quantity,
          location,
          available: quantity,
          bin_number: bin.number,
          bin_internal_id: bin.id,
          inventory_number: null,
          item_internal_id: item.id,
        },
      ],
    },
  }
}
