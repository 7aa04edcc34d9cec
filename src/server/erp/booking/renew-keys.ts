/** The stock that a waiting record changes, which a sync may have made known. */
import type { Database } from '#server/db/database.ts'
import {
  findFloorRecord,
  isBooked,
  readRecord,
  type RecordKey,
  setStockKeys,
} from '#server/db/mirror/floor-records.ts'
import { homeOf } from '#server/erp/booking/meaning/home.ts'
import { stockKeys } from '#server/erp/booking/meaning/stock-keys.ts'

/** To be called before the record is due: without its stock, a later record of the same stock might overtake it. */
export async function renewKeys(db: Database, key: RecordKey): Promise<void> {
  const { collection } = key
  const known = isBooked(collection) ? await findFloorRecord(db, key) : null
  const record = known && (await readRecord(db, key))
  if (!known || !record || !isBooked(collection)) return
  const home = await homeOf(db, known)
  await setStockKeys(db, key, await stockKeys(db, collection, record, home))
}
