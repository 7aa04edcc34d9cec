/** What the server says to a device about a record at once, instead of minutes later in a report. */
import type { Row } from '#contract/collections.ts'
import type { Transaction } from '#server/db/database.ts'
import type { BookedCollection } from '#server/db/mirror/floor-records.ts'
import { areOfOtherAccount } from '#server/db/mirror/pull-marks.ts'
import type { Home } from '#server/db/schema/floor.ts'
import { bookedLines } from '#server/erp/booking/meaning/booked-lines.ts'
import { areChoicesNew } from '#server/erp/booking/meaning/choices.ts'
import { listsNamed, sentLines } from '#server/erp/booking/meaning/sent-lines.ts'
import { keysOf, stockKeys } from '#server/erp/booking/meaning/stock-keys.ts'
import { Unbookable } from '#server/erp/booking/meaning/unbookable.ts'

/**
 * The stock that a record changes. A record that names what was not pulled yet is admitted, because a sync
 * may bring it; so is one whose unit or status is not in a list that was read before the last sync of items, and any
 * record while the lists still come from the previous account.
 * @throws Unbookable `record`, if it cannot be booked as it is
 */
export async function admitRecord(
  tx: Transaction,
  collection: BookedCollection,
  record: Row,
  home: Home,
  now: number,
): Promise<readonly string[]> {
  try {
    return keysOf(await bookedLines(tx, collection, record, home, () => areChoicesNew(tx)))
  } catch (error) {
    if (!(error instanceof Unbookable)) throw error
    if (error.kind === 'record') {
      // What contradicts the rows of the previous account may be right in the present one: the booking decides after a sync.
      const lists = listsNamed(sentLines(collection, record))
      if (!(await areOfOtherAccount(tx, lists, now))) throw error
    }
    return stockKeys(tx, collection, record, home)
  }
}
