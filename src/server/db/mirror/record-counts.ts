/** How many records collections have by their identity, as the console counts them (specification.md section 3). */
import { type SQL, sql } from 'drizzle-orm'
import {
  type CollectionName,
  collectionOf,
  isPeople,
  type PeopleCollection,
  type Row,
} from '#contract/collections.ts'
import { countRecords } from '#contract/row-identity.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { type CollectionState, statesOf } from '#server/db/mirror/collection-states.ts'
import { checksumAt } from '#server/db/mirror/list-checksum.ts'
import { oncePerSequence } from '#server/db/mirror/once-per-sequence.ts'
import { peopleSince } from '#server/db/mirror/people-list.ts'
import { inSnapshot } from '#server/db/mirror/records.ts'
import { visibleAt } from '#server/db/mirror/row-visibility.ts'
import { records } from '#server/db/schema/mirror.ts'

/** The number of records of a collection, and when they were read from the ERP. */
export interface Counted {
  readonly count: number
  readonly asOf: Date | null
}

const NOTHING: Counted = { count: 0, asOf: null }

/**
 * Counts the records of collections like `countRecords`.
 * @param reservedUser the mobile user of the integration, which no list shows
 */
export async function countsOf(
  db: Database,
  names: readonly CollectionName[],
  reservedUser: string,
): Promise<Map<CollectionName, Counted>> {
  const states = await statesOf(db, names)
  const counts = await Promise.all(
    names.map(async (name) => {
      const state = states.get(name)
      const counted = state ? await countAt(db, name, state, reservedUser) : NOTHING
      return [name, counted] as const
    }),
  )
  return new Map(counts)
}

const counted = oncePerSequence<number>()

async function countAt(
  db: Database,
  name: CollectionName,
  state: CollectionState,
  reservedUser: string,
): Promise<Counted> {
  const { asOf } = state
  if (isPeople(name)) {
    // The list depends on the reserved user even if nothing was written.
    const list = { ...state, collection: `${name} without ${reservedUser}` }
    return { count: await counted.at(db, list, () => peopleCount(db, name, reservedUser)), asOf }
  }
  // A sequence that rises meanwhile is counted instead: its rows are as good.
  const compute = () => inSnapshot(db, name, (tx, present) => recordCount(db, tx, name, present))
  return { count: await counted.at(db, state, compute), asOf }
}

async function peopleCount(
  db: Database,
  name: PeopleCollection,
  reservedUser: string,
): Promise<number> {
  const { json } = await peopleSince(db, name, reservedUser, null)
  return countRecords(name, JSON.parse(json) as Row[])
}

async function recordCount(
  db: Database,
  tx: Transaction,
  name: CollectionName,
  state: CollectionState,
): Promise<number> {
  const { identity, key } = collectionOf(name)
  if (!identity || isKey(identity, key)) return (await checksumAt(db, tx, state)).count
  return distinctCount(tx, identity, state)
}

type Identity = readonly (readonly string[])[]

/** Whether each row has an identity of its own, because the first field of the identity is the key. */
function isKey(identity: Identity, key: readonly string[]): boolean {
  return key.length === 1 && identity.length === 1 && identity[0]?.[0] === key[0]
}

/** Rows without an identity count one by one. Texts are compared byte by byte, which groups them several times as fast. */
async function distinctCount(
  tx: Transaction,
  identity: Identity,
  { collection, seq }: CollectionState,
): Promise<number> {
  const parts = identity.map((fields, nth) => {
    const name = sql.identifier(`part_${String(nth)}`)
    return { name, value: sql`coalesce(${sql.join(fields.map(textOf), sql`, `)})` }
  })
  const columns = parts.map(({ name, value }) => sql`${value} COLLATE "C" AS ${name}`)
  const names = sql.join(
    parts.map(({ name }) => name),
    sql`, `,
  )
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT coalesce(sum(CASE WHEN coalesce(${names}) IS NULL THEN rows ELSE 1 END), 0)::int AS count
    FROM (
      SELECT ${names}, count(*) AS rows
      FROM (
        SELECT ${sql.join(columns, sql`, `)} FROM ${records}
        WHERE collection = ${collection} AND ${visibleAt(seq)}
      ) AS identified
      GROUP BY ${names}
    ) AS grouped`)
  return rows[0]?.count ?? 0
}

/**
 * The text of a number or a text that is not empty, like the text of the contract's `countRecords`. Only JSON that
 * begins like something else is looked at twice, which halves the time.
 */
function textOf(field: string): SQL {
  const text = sql`body ->> ${field}::text`
  return sql`CASE WHEN left(${text}, 1) NOT IN ('', 't', 'f', '[', '{') THEN ${text}
    WHEN jsonb_typeof(body -> ${field}::text) = 'string' THEN nullif(${text}, '') END`
}
