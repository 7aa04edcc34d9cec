/**
 * The lists of admins and mobile users, whole or as changes (decisions/console/collections.md). They are
 * short, so they are read whole.
 */
import { and, asc, eq, gt, lte } from 'drizzle-orm'
import type { SyncCursor } from '#contract/sync/changes.ts'
import { createSum } from '#contract/sync/checksum.ts'
import type { PeopleCollection, Row } from '#contract/collections.ts'
import { rowKey } from '#contract/row-identity.ts'
import type { Admin, MobileUser } from '#contract/records/people.ts'
import { listAdmins, profileOf } from '#server/db/repositories/admins.ts'
import { canFollow, type Changes } from '#server/db/mirror/changes.ts'
import { listMobileUsers, shownMobileUser } from '#server/db/repositories/mobile-users.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { inSnapshot } from '#server/db/mirror/records.ts'
import { tombstones } from '#server/db/schema/mirror.ts'

/**
 * The people in a list as every client sees them, with the changes after a cursor.
 * @param reservedUser the mobile user of the integration, which no list shows
 * @param cursor null for the whole list
 */
export function peopleSince(
  db: Database,
  collection: PeopleCollection,
  reservedUser: string,
  cursor: SyncCursor | null,
): Promise<Changes> {
  return inSnapshot(db, collection, async (tx, state) => {
    const people = await listed[collection](tx, reservedUser)
    const total = createSum()
    for (const { row } of people) total.add(row)
    const facts = { state, count: people.length, sum: total.text() }
    if (!cursor || !canFollow(state, cursor))
      return { ...facts, mode: 'full', json: jsonOf(people), deleted: [] }
    const { since } = cursor
    const present = new Set(people.map(({ row }) => rowKey(collection, row)))
    const gone = await tx
      .select({ id: tombstones.id })
      .from(tombstones)
      .where(
        and(
          eq(tombstones.collection, collection),
          gt(tombstones.seq, since),
          lte(tombstones.seq, state.seq),
        ),
      )
      .orderBy(asc(tombstones.id))
    return {
      ...facts,
      mode: 'delta',
      json: jsonOf(people.filter(({ seq }) => seq > since)),
      deleted: gone.map(({ id }) => id).filter((id) => !present.has(id)),
    }
  })
}

interface Listed {
  readonly row: Row & (Admin | MobileUser)
  readonly seq: number
}

type Lister = (tx: Transaction, reservedUser: string) => Promise<Listed[]>

const listed: Record<PeopleCollection, Lister> = {
  admins: async (tx) =>
    (await listAdmins(tx)).map((admin) => ({ row: profileOf(admin), seq: admin.seq })),
  wmsAiUsers: async (tx, reservedUser) =>
    (await listMobileUsers(tx, reservedUser)).map((user) => ({
      row: shownMobileUser(user),
      seq: user.seq,
    })),
}

function jsonOf(people: readonly Listed[]): string {
  return JSON.stringify(people.map(({ row }) => row))
}
