/** What the Inventory screen has to show in the end, from the server's own answer. */
import { aggregateInventory } from '#console/rows/inventory.ts'
import { collections } from '#contract/collections.ts'
import { API_PREFIX } from '#contract/constants.ts'
import { InventoryRow } from '#contract/records/erp.ts'
import { ListReply } from '#contract/sync/list-endpoints.ts'
import type { Host } from '#test/browser/support/new-account.ts'

/** The number of rows on the screen: one for each item. */
export async function expectedRows({ address, superAdminToken }: Host): Promise<number> {
  const answer = await fetch(`${address}${API_PREFIX}${collections.inventory.path}`, {
    headers: { authorization: `Bearer ${superAdminToken}` },
  })
  const { data } = ListReply.parse(await answer.json())
  const work = aggregateInventory(data.map((row) => InventoryRow.parse(row)))
  for (;;) {
    const step = work.next()
    if (step.done) return step.value.length
  }
}
