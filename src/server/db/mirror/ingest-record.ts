/** Takes a record that a device sends, once, however often it is sent (decisions/server/bookings.md). */
import { createHash, randomInt } from 'node:crypto'
import type { Row } from '#contract/collections.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import { isServerField } from '#contract/records/server-fields.ts'
import { findSent, insertFloorRecord, isBooked } from '#server/db/mirror/floor-records.ts'
import type { Transacts } from '#server/db/database.ts'
import { putRecordsIn } from '#server/db/mirror/records.ts'
import { canonicalJson } from '#server/db/row-hash.ts'
import { withoutFields } from '#server/db/strip-fields.ts'

/** Stored now, or already, or refused because the id stands for another record. */
export type IngestedRecord =
  | { readonly kind: 'new' | 'known'; readonly id: string }
  | { readonly kind: 'other' }

/**
 * Stores a record in its list, where the consoles see it at their next refresh.
 * @param clientId made by the device; together with the user it names the record
 * @param sent as it came: of what only the server gives nothing is taken but when it was made
 * @throws UnstorableRow
 */
export async function ingestRecord(
  { db, now }: { readonly db: Transacts; readonly now: () => number },
  collection: FloorCollection,
  userid: string,
  clientId: string,
  sent: Row,
): Promise<IngestedRecord> {
  const at = now()
  const hash = createHash('sha256').update(canonicalJson(sent)).digest('hex')
  const record = {
    collection,
    id: newRecordId(),
    userid,
    clientId,
    hash,
    booking: isBooked(collection) ? ('waiting' as const) : ('none' as const),
    nextAt: isBooked(collection) ? new Date(at) : null,
    createdAt: new Date(at),
  }
  return db.transaction(async (tx): Promise<IngestedRecord> => {
    if (!(await insertFloorRecord(tx, record))) {
      const known = await findSent(tx, record)
      return known?.hash === hash ? { kind: 'known', id: known.id } : { kind: 'other' }
    }
    const own = withoutFields(sent, isServerField)
    const row = { ...own, id: record.id, username: userid, ...times(sent, at) }
    await putRecordsIn(tx, collection, [row], at)
    return { kind: 'new', id: record.id }
  })
}

/** Nothing was recorded before there was an app: a device that says so has lost its clock. */
const FIRST_POSSIBLE_MS = Date.UTC(2020, 0)

/** When the device made it, which may be days before it could send it; now where that cannot be. */
function times(sent: Row, now: number): Row {
  const made = Date.parse(String(sent['created_at']))
  const isPossible = made >= FIRST_POSSIBLE_MS && made <= now
  return {
    created_at: new Date(isPossible ? made : now).toISOString(),
    updated_at: new Date(now).toISOString(),
  }
}

/** Crockford's base 32: no letter that is read as another. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ID_LENGTH = 11

/**
 * Short enough to be read out, and never given again, not even by a database that begins anew: the ERP
 * knows the record by it.
 */
function newRecordId(): string {
  const letters = Array.from({ length: ID_LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
  // Begins with a letter, so that nothing takes one for a number such as 7E12.
  return `R${letters.join('')}`
}
