/** Records that arrive as in a real warehouse: sent by mobile users and booked in the demo's NetSuite. */
import type { Row } from '#contract/collections.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import type { Context } from '#server/context.ts'
import { ingestRecord } from '#server/db/mirror/ingest-record.ts'
import { MOBILE_USERS } from '#test/demo/people.ts'
import { between, createRandom, pick, type Random } from '#test/netsuite/random.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'

const SEED = 77
const EACH = 6
const HOUR_MS = 3_600_000

/** Most are booked; every third refers to something that NetSuite does not have, and is retried. */
export async function sendRecords(context: Context, warehouse: Warehouse): Promise<void> {
  const random = createRandom(SEED)
  for (let nth = 0; nth < EACH; nth += 1)
    for (const kind of ['binAdjustmentRecords', 'binTransfer'] as const) {
      const { userid } = pick(random, MOBILE_USERS)
      const made_at = context.now() - between(random, 0, 20) * HOUR_MS
      const created_at = new Date(made_at).toISOString()
      const sent = { ...recordOf(kind, warehouse, random, nth % 3 === 2), created_at }
      await ingestRecord(context, kind, userid, `demo-${String(nth)}`, sent)
    }
  await context.erp.poll()
}

function recordOf(
  kind: FloorCollection,
  warehouse: Warehouse,
  random: Random,
  isUnknown: boolean,
): Row {
  const [from, to] = twoBins(warehouse, random)
  const item = pick(random, warehouse.rows('item'))
  const location = String(warehouse.find('location', Number(from.location))?.name)
  const quantity = between(random, 1, 20)
  const about = { bin_name: from.binnumber, bin_id: from.id, inventory_id: item.id }
  const itemName = isUnknown ? 'PALLET-UNKNOWN' : item.itemid
  if (kind === 'binAdjustmentRecords') {
    const line = { item_number: itemName, description: item.displayname, quantity, location }
    return { ...about, item_data: [{ ...line, bin_number: from.binnumber }] }
  }
  const line = { itemName, quantity, binNumber: to.binnumber, location }
  const entry = { binId: from.id, binName: from.binnumber, location, itemData: [line] }
  return { ...about, bin_data: [entry] }
}

/** Of one location. */
function twoBins(warehouse: Warehouse, random: Random) {
  const bins = warehouse.rows('bin')
  const from = pick(random, bins)
  const to = bins.find((bin) => bin.location === from.location && bin.id !== from.id) ?? from
  return [from, to] as const
}
