/** Finds the bin, item or location that a device refers to among the pulled rows. */
import { and, eq, or, sql } from 'drizzle-orm'
import { ERP_NAME } from '#contract/constants.ts'
import type { PulledCollection, Row } from '#contract/collections.ts'
import type { Database } from '#server/db/database.ts'
import { records } from '#server/db/schema.ts'
import { isVisible } from '#server/db/mirror/row-visibility.ts'

/** A record cannot be booked as it is. The report shows the message. */
export class Unbookable extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Unbookable'
  }
}

/** An ERP record: its id, and its name if it is known. */
export interface Reference {
  readonly id: string
  readonly name: string | null
}

export interface BinReference extends Reference {
  /** The name of its location. */
  readonly location: string | null
}

/** Values as a device sent them. */
export type Sent = string | number | boolean | null | undefined

/**
 * An item by its id, else by its number (its name in NetSuite), its UPC code, or its id given as a number.
 * An id that was not pulled is passed on to NetSuite.
 * @throws Unbookable
 */
export async function findItem(
  db: Database,
  { id, number }: { readonly id: Sent; readonly number: Sent },
): Promise<Reference> {
  const known = textOf(id)
  if (known !== null) {
    const [row] = await rowsWith(db, 'items', known, [])
    if (row || isId(known)) return { id: known, name: textIn(row, 'name') }
  }
  const wanted = textOf(number) ?? known
  if (wanted === null) throw new Unbookable('A line names no item.')
  for (const field of ['name', 'upc_code']) {
    const rows = await rowsWith(db, 'items', null, [field], wanted)
    if (rows.length > 1) throw new Unbookable(`There are several items called ${wanted}.`)
    const [row] = rows
    if (row) return { id: textIn(row, 'id') ?? wanted, name: textIn(row, 'name') }
  }
  if (!isId(wanted)) throw unknown('item', wanted)
  const [row] = await rowsWith(db, 'items', wanted, [])
  return { id: wanted, name: textIn(row, 'name') }
}

/** A location by its name or id. @throws Unbookable */
export async function findLocation(db: Database, given: string): Promise<Reference> {
  const rows = await rowsWith(db, 'locations', null, ['name', 'location'], given)
  if (rows.length > 1) throw new Unbookable(`There are several locations called ${given}.`)
  const [row] = rows.length > 0 ? rows : await rowsWith(db, 'locations', given, [])
  if (row) return { id: textIn(row, 'id') ?? given, name: textIn(row, 'name') }
  if (isId(given)) return { id: given, name: null }
  throw unknown('location', given)
}

/**
 * A bin by its id, or by its number within a location: bin numbers are unique only there.
 * @param location the location in the record
 * @param home the location to use if the record has none
 * @throws Unbookable
 */
export async function findBin(
  db: Database,
  { id, number }: { readonly id: Sent; readonly number: Sent },
  location: Reference | null,
  home: string | null,
): Promise<BinReference> {
  const known = textOf(id)
  if (known !== null) {
    const [row] = await rowsWith(db, 'bins', known, [])
    if (row || isId(known)) return binOf(known, row)
  }
  const wanted = textOf(number) ?? known
  if (wanted === null) throw new Unbookable('A line names no bin.')
  const all = await rowsWith(db, 'bins', null, ['bin_number'], wanted)
  const place = location ? location.name : all.length > 1 ? home : null
  const here = all.filter((row) => place === null || textIn(row, 'location') === place)
  if (here.length > 1)
    throw new Unbookable(`There are several bins ${wanted}: the record must name the location.`)
  const [row] = here
  if (row) return binOf(textIn(row, 'id') ?? wanted, row)
  if (all.length > 0)
    throw new Unbookable(`The bin ${wanted} is not in the location ${place ?? ''}.`)
  if (!isId(wanted)) throw unknown('bin', wanted)
  const [byId] = await rowsWith(db, 'bins', wanted, [])
  return binOf(wanted, byId)
}

/** A text or a number as text; null if it is empty. */
export function textOf(value: Sent): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function binOf(id: string, row: Row | undefined): BinReference {
  return { id, name: textIn(row, 'bin_number'), location: textIn(row, 'location') }
}

function unknown(what: string, name: string): Unbookable {
  return new Unbookable(
    `${what[0]?.toUpperCase() ?? ''}${what.slice(1)} ${name} isn't in the ${ERP_NAME} data. Sync ${what}s, then retry.`,
  )
}

function isId(text: string): boolean {
  return /^\d{1,15}$/.test(text)
}

function textIn(row: Row | undefined, field: string): string | null {
  const value = row?.[field]
  return typeof value === 'string' || typeof value === 'number' ? textOf(value) : null
}

/** Two are enough to know that a name is not unique. */
const ENOUGH = 2
const MANY_BINS = 200

async function rowsWith(
  db: Database,
  collection: PulledCollection,
  id: string | null,
  fields: readonly string[],
  wanted = '',
): Promise<Row[]> {
  // The database converts both to lower case, because JavaScript does it differently.
  const byName = fields.map((field) =>
    eq(sql`lower(${records.body}->>${field})`, sql`lower(${wanted.normalize('NFC')}::text)`),
  )
  const found = await db
    .select({ body: records.body })
    .from(records)
    .where(
      and(
        isVisible,
        eq(records.collection, collection),
        id === null ? or(...byName) : eq(records.id, id),
      ),
    )
    .limit(collection === 'bins' ? MANY_BINS : ENOUGH)
  return found.map(({ body }) => body)
}
