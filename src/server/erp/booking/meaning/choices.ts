/** Units of measure and inventory statuses of the account as it was last asked for them (erp.md section 6). */
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { bookingChoices } from '#server/db/schema/floor.ts'
import { runs } from '#server/db/schema/runs.ts'
import { nameKey, textOf } from '#server/erp/booking/meaning/sent-values.ts'

/** A unit of a units type, such as a case of twelve. */
export interface Unit {
  readonly id: string
  readonly type: string
  /** Its name, plural name and abbreviations. */
  readonly names: readonly string[]
  /** How many base units it is. */
  readonly rate: number
}

export interface InventoryStatus {
  readonly id: string
  readonly name: string
}

export interface Choices {
  readonly units: readonly Unit[]
  readonly statuses: readonly InventoryStatus[]
  /** When the older of the two lists was read, of those that are not empty; null if that is not known. */
  readonly readAt: Date | null
}

export type ChoiceKind = 'unit' | 'status'

export async function readChoices(db: Database | Transaction): Promise<Choices> {
  // By id, as numbers where they are numbers: a reason that names them does so in the same order each time.
  const rows = await db
    .select()
    .from(bookingChoices)
    .orderBy(sql`length(${bookingChoices.id})`, bookingChoices.id)
  const units: Unit[] = []
  const statuses: InventoryStatus[] = []
  const readAt = new Map<string, number>()
  for (const { kind, id, body } of rows) {
    if (kind === 'read') readAt.set(id, Date.parse(String(body['at'])))
    else if (kind === 'status') statuses.push({ id, name: textOf(body['name']) ?? id })
    else
      units.push({
        id,
        type: String(body['type']),
        names: namesIn(body['names']),
        rate: Number(body['rate']),
      })
  }
  const used = new Set(rows.map(({ kind }) => kind).filter((kind) => kind !== 'read'))
  // Earlier versions did not note when they read a list.
  const oldest = Math.min(...[...used].map((kind) => readAt.get(kind) ?? -Infinity))
  return { units, statuses, readAt: Number.isFinite(oldest) ? new Date(oldest) : null }
}

/** Whether the lists were read after the last sync of items, so that what they lack may be refused. */
export async function areChoicesNew(db: Database | Transaction): Promise<boolean> {
  const { readAt } = await readChoices(db)
  if (readAt === null) return false
  const [last] = await db
    .select({ at: sql<Date | null>`max(${runs.endedAt})`.mapWith(runs.endedAt) })
    .from(runs)
    .where(and(eq(runs.collection, 'items'), inArray(runs.state, ['success', 'partial'])))
  return !last?.at || last.at <= readAt
}

/**
 * Replaces one kind by what the account has now.
 * @param readAt when the account was asked
 */
export async function storeUnits(
  db: Database,
  units: readonly Unit[],
  readAt: Date,
): Promise<void> {
  const rows = units.map(({ id, type, names, rate }) => ({
    kind: 'unit' as const,
    id,
    body: { type, names: [...names], rate },
  }))
  await replace(db, 'unit', rows, readAt)
}

export async function storeStatuses(
  db: Database,
  statuses: readonly InventoryStatus[],
  readAt: Date,
): Promise<void> {
  const rows = statuses.map(({ id, name }) => ({ kind: 'status' as const, id, body: { name } }))
  await replace(db, 'status', rows, readAt)
}

async function replace(
  db: Database,
  kind: ChoiceKind,
  rows: readonly (typeof bookingChoices.$inferInsert)[],
  readAt: Date,
): Promise<void> {
  const read = { kind: 'read', id: kind, body: { at: readAt.toISOString() } } as const
  await db.transaction(async (tx) => {
    // Two processes may read the same list at the same time.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('dockside choices'))`)
    await tx
      .delete(bookingChoices)
      .where(or(eq(bookingChoices.kind, kind), and(isRead, eq(bookingChoices.id, kind))))
    await tx.insert(bookingChoices).values([...rows, read])
  })
}

const isRead = eq(bookingChoices.kind, 'read')

/** Whether one of the names is a text. */
export function isCalled(names: readonly string[], text: string): boolean {
  return names.some((name) => nameKey(name) === nameKey(text))
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
