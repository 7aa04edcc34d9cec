/** NetSuite's ids of the lots and serial numbers that a booking takes from their place. New ones are made by their text. */
import { ERP_NAME } from '#contract/constants.ts'
import type { BookedLine } from '#server/erp/booking/meaning/booked-lines.ts'
import { shownItem } from '#server/erp/booking/meaning/find-item.ts'
import { textOf } from '#server/erp/booking/meaning/sent-values.ts'
import { Unbookable } from '#server/erp/booking/meaning/unbookable.ts'
import type { ErpClient } from '#server/erp/transport/client.ts'

/** Ids by number, by the id of the item. */
export type NumberIds = ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * Asks NetSuite, because lots come and go too often to be mirrored. Upper and lower case differ.
 * @throws Unbookable if there is no such lot or serial number; ErpFault
 */
export async function findNumberIds(
  client: Pick<ErpClient, 'query'>,
  lines: readonly BookedLine[],
): Promise<NumberIds> {
  const all = new Map<string, Map<string, string>>()
  for (const { item, to, quantity, detail } of lines) {
    if (detail.numbers.length === 0 || (to === null && quantity > 0)) continue
    const found = all.get(item.id) ?? new Map<string, string>()
    all.set(item.id, found)
    for (let at = 0; at < detail.numbers.length; at += AT_ONCE) {
      const some = detail.numbers.slice(at, at + AT_ONCE)
      const ids = await idsOf(client, item.id, some)
      for (const number of some) {
        const id = ids.get(number)
        if (id === undefined)
          throw new Unbookable(
            `${ERP_NAME} has no lot or serial number ${number} of item ${shownItem(item)}.`,
          )
        found.set(number, id)
      }
    }
  }
  return all
}

/** Numbers in one query. */
const AT_ONCE = 100

async function idsOf(
  client: Pick<ErpClient, 'query'>,
  item: string,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const list = numbers.map((number) => `'${number.replaceAll("'", "''")}'`).join(', ')
  const { rows } = await client.query(
    `SELECT id, inventorynumber FROM inventorynumber WHERE item = ${item} AND inventorynumber IN (${list}) ORDER BY id`,
  )
  return new Map(rows.map((row) => [textOf(row['inventorynumber']) ?? '', textOf(row['id']) ?? '']))
}
