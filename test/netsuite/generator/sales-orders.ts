import { DAY_MS, dayOf, recentMoment } from '#test/netsuite/generator/clock.ts'
import { makeAddress } from '#test/netsuite/generator/people.ts'
import type { NextUniqueKey, Transactions } from '#test/netsuite/generator/transactions.ts'
import { FIRST_TRANSACTION_ID, makeLine } from '#test/netsuite/generator/transactions.ts'
import { ORDER_MEMOS, SALES_STATUSES } from '#test/netsuite/generator/words.ts'
import type { Random } from '#test/netsuite/random.ts'
import { between, pick } from '#test/netsuite/random.ts'
import type { Row } from '#test/netsuite/tables.ts'

const FIRST_ADDRESS_KEY = 7001

/** What orders refer to. */
export interface OrderWorld {
  readonly items: readonly Row<'item'>[]
  readonly locations: readonly Row<'location'>[]
  readonly companies: readonly Row<'entity'>[]
  readonly now: number
  readonly nextUniqueKey: NextUniqueKey
}

export interface SalesOrders extends Transactions {
  readonly addresses: Row<'transactionshippingaddress'>[]
}

/** Orders of two to four item lines; quantities are negative, as NetSuite stores sales. */
export function makeSalesOrders(random: Random, count: number, world: OrderWorld): SalesOrders {
  const orders: SalesOrders = { headers: [], lines: [], addresses: [] }
  for (let index = 0; index < count; index += 1) {
    const customer = pick(random, world.companies)
    const address = makeAddress(random, FIRST_ADDRESS_KEY + index, customer.entityid)
    const header = makeHeader(random, index, customer.id, address.nkey, world.now)
    orders.headers.push(header)
    orders.addresses.push(address)
    for (const line of makeOrderLines(random, header, world)) orders.lines.push(line)
  }
  return orders
}

function makeHeader(
  random: Random,
  index: number,
  entity: number,
  shippingaddress: number,
  now: number,
): Row<'transaction'> {
  const created = recentMoment(random, now, 120)
  const modified = recentMoment(random, now, (now - created) / DAY_MS)
  const tranid = `SO${10_001 + index}`
  const [letter] = pick(random, SALES_STATUSES)
  return {
    id: FIRST_TRANSACTION_ID + index,
    type: 'SalesOrd',
    externalid: null,
    tranid,
    trandisplayname: `Sales Order #${tranid}`,
    otherrefnum: random() < 0.8 ? `PO-${between(random, 10_000, 99_999)}` : null,
    status: `SalesOrd:${letter}`,
    entity,
    trandate: dayOf(created),
    memo: random() < 0.25 ? pick(random, ORDER_MEMOS) : null,
    shippingaddress,
    custbody_route: null,
    createddate: created,
    lastmodifieddate: modified,
  }
}

function makeOrderLines(
  random: Random,
  { id: transaction, status }: Row<'transaction'>,
  { items, locations, nextUniqueKey }: OrderWorld,
): Row<'transactionline'>[] {
  const { id: location, subsidiary } = pick(random, locations)
  const isShipped = status === 'SalesOrd:F' || status === 'SalesOrd:G'
  const count = between(random, 2, 4)
  const main = makeLine(nextUniqueKey(), {
    transaction,
    id: 0,
    mainline: 'T',
    location,
    subsidiary,
  })
  const lines = Array.from({ length: count }, (_, index) => {
    const quantity = between(random, 1, 60)
    return makeLine(nextUniqueKey(), {
      transaction,
      id: index + 1,
      item: pick(random, items).id,
      quantity: -quantity,
      quantityshiprecv: isShipped ? quantity : 0,
      location,
      subsidiary,
    })
  })
  const tax = makeLine(nextUniqueKey(), { transaction, id: count + 1, taxline: 'T', subsidiary })
  return random() < 0.5 ? [main, ...lines] : [main, ...lines, tax]
}
