import { DAY_MS, dayOf, recentMoment } from '#test/netsuite/generator/clock.ts'
import type { OrderWorld } from '#test/netsuite/generator/sales-orders.ts'
import type { Transactions } from '#test/netsuite/generator/transactions.ts'
import { makeLine } from '#test/netsuite/generator/transactions.ts'
import { SHIPMENT_STATUSES, VESSELS } from '#test/netsuite/generator/words.ts'
import type { Random } from '#test/netsuite/random.ts'
import { between, pick } from '#test/netsuite/random.ts'
import type { Row } from '#test/netsuite/tables.ts'

/** Inbound shipments, with the purchase orders whose lines they contain. */
export interface Inbound extends Transactions {
  readonly shipments: Row<'inboundshipment'>[]
  readonly shipmentItems: Row<'inboundshipmentitem'>[]
}

/** One purchase order for each shipment; its transaction ids start at `firstOrderId`. */
export function makeInbound(
  random: Random,
  count: number,
  world: OrderWorld,
  firstOrderId: number,
): Inbound {
  const inbound: Inbound = { headers: [], lines: [], shipments: [], shipmentItems: [] }
  for (let index = 0; index < count; index += 1) {
    const shipment = makeShipment(random, index, world.now)
    const order = makeOrder(random, index, firstOrderId + index, shipment, world)
    inbound.shipments.push(shipment)
    inbound.headers.push(order.header)
    for (const line of order.lines) {
      inbound.lines.push(line)
      if (line.mainline === 'T') continue
      const id = inbound.shipmentItems.length + 1
      inbound.shipmentItems.push(makeShipmentItem(random, id, shipment, line))
    }
  }
  return inbound
}

function makeShipment(random: Random, index: number, now: number): Row<'inboundshipment'> {
  const created = recentMoment(random, now, 90)
  const expected = dayOf(created) + between(random, 10, 40) * DAY_MS
  const status = pick(random, SHIPMENT_STATUSES)
  const isDone = status === 'Received' || status === 'Closed'
  return {
    id: index + 1,
    shipmentnumber: `INBSHIP${index + 1}`,
    shipmentstatus: status,
    expectedshippingdate: expected - 7 * DAY_MS,
    expecteddeliverydate: expected,
    // Hardly any company fills this in, so only the status tells what has arrived.
    actualdeliverydate: isDone && random() < 0.1 ? expected : null,
    externaldocumentnumber: random() < 0.7 ? `ASN-${between(random, 1000, 9999)}` : null,
    billoflading: random() < 0.6 ? `BOL${between(random, 100_000, 999_999)}` : null,
    vesselnumber: random() < 0.4 ? pick(random, VESSELS) : null,
    shipmentcreateddate: dayOf(created),
    lastmodifieddate: recentMoment(random, now, (now - created) / DAY_MS),
  }
}

function makeOrder(
  random: Random,
  index: number,
  id: number,
  shipment: Row<'inboundshipment'>,
  { items, locations, companies, nextUniqueKey }: OrderWorld,
): { header: Row<'transaction'>; lines: Row<'transactionline'>[] } {
  const tranid = `PO${5001 + index}`
  const created = shipment.shipmentcreateddate
  const location = pick(random, locations).id
  const isDone = shipment.shipmentstatus === 'Received' || shipment.shipmentstatus === 'Closed'
  const header = {
    id,
    type: 'PurchOrd',
    externalid: null,
    tranid,
    trandisplayname: `Purchase Order #${tranid}`,
    otherrefnum: null,
    status: isDone ? 'PurchOrd:G' : 'PurchOrd:B',
    entity: pick(random, companies).id,
    trandate: created,
    memo: null,
    shippingaddress: null,
    custbody_route: null,
    createddate: created,
    lastmodifieddate: shipment.lastmodifieddate,
  }
  const lines = Array.from({ length: between(random, 1, 4) }, (_, line) => {
    const quantity = between(random, 1, 40) * 10
    return makeLine(nextUniqueKey(), {
      transaction: id,
      id: line + 1,
      item: pick(random, items).id,
      quantity,
      quantityshiprecv: isDone ? quantity : 0,
      location,
    })
  })
  const main = makeLine(nextUniqueKey(), { transaction: id, id: 0, mainline: 'T', location })
  return { header, lines: [main, ...lines] }
}

function makeShipmentItem(
  random: Random,
  id: number,
  shipment: Row<'inboundshipment'>,
  line: Row<'transactionline'>,
): Row<'inboundshipmentitem'> {
  const expected = line.quantity ?? 0
  const received = line.quantityshiprecv ?? 0
  return {
    id,
    inboundshipment: shipment.id,
    purchaseordertransaction: line.transaction,
    shipmentitemtransaction: line.uniquekey,
    quantityexpected: expected,
    quantityreceived: received,
    quantityremaining: expected - received,
    porate: between(random, 100, 9000) / 100,
  }
}
