/** Records that mobile users made in the last 14 days, with what the ERP answered to most of them. */
import type { CollectionName, Row } from '#contract/collections.ts'
import { type Bin, makeOccasions, type Occasion } from '#test/demo/occasions.ts'
import { between, createRandom, pick } from '#test/netsuite/random.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'

const SEED = 14

/** The records of all four kinds. */
export function demoRecords(warehouse: Warehouse, now: number): [CollectionName, Row[]][] {
  const making = { warehouse, random: createRandom(SEED), now }
  const occasions = (count: number, from: number, isBooked: boolean): Occasion[] =>
    makeOccasions(making, { count, from, isBooked })
  return [
    ['binCountRecords', occasions(140, 1_001, false).map(binCount)],
    ['binAdjustmentRecords', occasions(110, 2_001, true).map(binAdjustment)],
    ['binTransfer', occasions(90, 3_001, true).map(binTransfer)],
    ['inboundDataRecords', occasions(60, 4_001, false).map(inbound)],
  ]
}

function binCount(occasion: Occasion): Row {
  const response = responseTo(occasion, { inventoryAdjustmentId: 40_000 + occasion.id })
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
    ...common(occasion, responseTo(occasion, { inventoryAdjustmentId: 50_000 + occasion.id })),
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
    ...common(occasion, responseTo(occasion, { binTransferId: 60_000 + occasion.id })),
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
    ...common(occasion, responseTo(occasion, { inboundShipmentId: 70_000 + occasion.id })),
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

function common(occasion: Occasion, response: ReturnType<typeof responseTo>): Row {
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

/** The acknowledgment; null without an answer. */
function responseTo(occasion: Occasion, ids: Row) {
  const { answer, at, item, bin, location, quantity } = occasion
  if (answer === null) return null
  const success = answer === 'booked'
  return {
    message: success ? 'Processed by NetSuite' : 'NetSuite refused the record',
    operation_time: at,
    netsuite_acknowledgment: {
      message: success ? 'Booked' : answer.says(occasion),
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
