/** Stores a record that a device sends once, however often it is sent (decisions/server/bookings.md). */
import { createHash, randomInt } from 'node:crypto'
import type { Row } from '#contract/collections.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import { isServerField } from '#contract/records/server-fields.ts'
import {
  type Admitted,
  findSent,
  insertFloorRecord,
  isBooked,
  noteAdmitted,
} from '#server/db/mirror/floor-records.ts'
import type { Transaction, Transacts } from '#server/db/database.ts'
import { putRecordsIn } from '#server/db/mirror/records.ts'
import { canonicalJson } from '#server/db/row-hash.ts'
import { withoutFields } from '#server/db/strip-fields.ts'

/** Stored now, stored before, or refused because the id belongs to another record. */
export type IngestedRecord =
  | { readonly kind: 'new' | 'known'; readonly id: string }
  | { readonly kind: 'other' }

/** Checks a record before it is stored. @returns null if it is not booked */
export type Admit = (tx: Transaction, record: Row) => Promise<Admitted | null>

/**
 * Stores a record in its list, where consoles see it at their next refresh.
 * @param clientId made by the device; together with the user it identifies the record
 * @param sent as received; of the fields that only the server sets, none is used but the creation time
 * @param admit checks a new record
 * @throws UnstorableRow, and what `admit` throws; then nothing is stored
 */
export async function ingestRecord(
  { db, now }: { readonly db: Transacts; readonly now: () => number },
  collection: FloorCollection,
  userid: string,
  clientId: string,
  sent: Row,
  admit: Admit = async () => null,
): Promise<IngestedRecord> {
  const at = now()
  const hash = createHash('sha256').update(canonicalJson(sent)).digest('hex')
  const made = times(sent, at)
  const record = {
    collection,
    id: newRecordId(),
    userid,
    clientId,
    hash,
    booking: isBooked(collection) ? ('waiting' as const) : ('none' as const),
    nextAt: isBooked(collection) ? new Date(at) : null,
    createdAt: new Date(at),
    madeAt: new Date(made.created_at),
  }
  return db.transaction(async (tx): Promise<IngestedRecord> => {
    if (!(await insertFloorRecord(tx, record))) {
      const known = await findSent(tx, record)
      return known?.hash === hash ? { kind: 'known', id: known.id } : { kind: 'other' }
    }
    const own = withoutFields(sent, isServerField)
    const row = { ...own, id: record.id, username: userid, ...made }
    const admitted = await admit(tx, row)
    if (admitted) await noteAdmitted(tx, record, admitted)
    await putRecordsIn(tx, collection, [row], at)
    return { kind: 'new', id: record.id }
  })
}

/** No record is older than the app. A device that says so has a wrong clock. */
const FIRST_POSSIBLE_MS = Date.UTC(2020, 0)

/**
 * When the device made the record, which may be days before it could send it; now if the time is
 * impossible.
 */
function times(
  sent: Row,
  now: number,
): { readonly created_at: string; readonly updated_at: string } {
  const made = Date.parse(String(sent['created_at']))
  const isPossible = made >= FIRST_POSSIBLE_MS && made <= now
  return {
    created_at: new Date(isPossible ? made : now).toISOString(),
    updated_at: new Date(now).toISOString(),
  }
}

/** Crockford's base 32, which avoids letters that look alike. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ID_LENGTH = 11

/**
 * Short enough to be read out, and never reused, not even by a new database, because the ERP identifies the
 * record by it.
 */
function newRecordId(): string {
  const letters = Array.from({ length: ID_LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
  // Begins with a letter, so that it is never read as a number such as 7E12.
  return `R${letters.join('')}`
}
