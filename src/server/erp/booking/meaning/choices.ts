/** Units of measure and inventory statuses of the account (erp.md section 6), as read after the last sync of items. */
import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { bookingChoices } from '#server/db/schema/floor.ts'
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
}

export async function readChoices(db: Database | Transaction): Promise<Choices> {
  const rows = await db.select().from(bookingChoices)
  const units: Unit[] = []
  const statuses: InventoryStatus[] = []
  for (const { kind, id, body } of rows) {
    if (kind === 'status') statuses.push({ id, name: textOf(body['name']) ?? id })
    else
      units.push({
        id,
        type: String(body['type']),
        names: namesIn(body['names']),
        rate: Number(body['rate']),
      })
  }
  return { units, statuses }
}

/** Replaces one kind by what the account has now. */
export async function storeUnits(db: Database, units: readonly Unit[]): Promise<void> {
  const rows = units.map(({ id, type, names, rate }) => ({
    kind: 'unit' as const,
    id,
    body: { type, names: [...names], rate },
  }))
  await replace(db, 'unit', rows)
}

export async function storeStatuses(
  db: Database,
  statuses: readonly InventoryStatus[],
): Promise<void> {
  const rows = statuses.map(({ id, name }) => ({ kind: 'status' as const, id, body: { name } }))
  await replace(db, 'status', rows)
}

async function replace(
  db: Database,
  kind: 'unit' | 'status',
  rows: readonly (typeof bookingChoices.$inferInsert)[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(bookingChoices).where(sql`${bookingChoices.kind} = ${kind}`)
    if (rows.length > 0) await tx.insert(bookingChoices).values([...rows])
  })
}

/** Whether one of the names is a text. */
export function isCalled(names: readonly string[], text: string): boolean {
  return names.some((name) => nameKey(name) === nameKey(text))
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
