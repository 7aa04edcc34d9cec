/** The rows of the mirror that a record may mean, read with one query for each kind. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Row } from '#contract/collections.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { isVisible } from '#server/db/mirror/row-visibility.ts'
import { records } from '#server/db/schema/mirror.ts'
import { type Choices, readChoices } from '#server/erp/booking/meaning/choices.ts'
import type { SentLine } from '#server/erp/booking/meaning/sent-lines.ts'
import { pathKey, textOf } from '#server/erp/booking/meaning/sent-values.ts'

export interface KnownItem {
  readonly id: string
  readonly name: string | null
  readonly displayName: string | null
  readonly upc: string | null
  readonly isInactive: boolean
  /** Null if the account does not tell. */
  readonly isLot: boolean | null
  readonly isSerial: boolean | null
  /** Null if the account does not tell, or the row was pulled before items had it. */
  readonly usesBins: boolean | null
  readonly unitsType: string | null
  readonly stockUnit: string | null
  /** Whether an earlier version pulled the row, without fields that a booking needs. */
  readonly isIncomplete: boolean
}

export interface KnownBin {
  readonly id: string
  readonly number: string
  readonly isInactive: boolean
  /** Null if the row was pulled before bins had it. */
  readonly locationId: string | null
  /** The full name of its location. */
  readonly location: string | null
}

export interface KnownLocation {
  readonly id: string
  readonly name: string
  /** The full name, from the outermost location on. */
  readonly path: string
  readonly isInactive: boolean
  /** Null if the account has no subsidiaries. */
  readonly subsidiary: string | null
  readonly subsidiaryName: string | null
  /** Null if the account does not tell. */
  readonly usesBins: boolean | null
  /** Whether an earlier version pulled the row, without fields that a booking needs. */
  readonly isIncomplete: boolean
}

export interface KnownRows {
  readonly item: (id: string) => KnownItem | undefined
  /** Items with this number. */
  readonly itemsCalled: (name: string) => readonly KnownItem[]
  /** Items with this UPC code, however many zeros it begins with. */
  readonly itemsWithCode: (code: string) => readonly KnownItem[]
  readonly bin: (id: string) => KnownBin | undefined
  readonly binsCalled: (number: string) => readonly KnownBin[]
  readonly locations: readonly KnownLocation[]
  readonly choices: Choices
  /** Whether what they lack may be refused, because they are new. */
  readonly areChoicesNew: boolean
}

/** Reads what some lines may mean. */
export async function knownRows(
  db: Database | Transaction,
  lines: readonly SentLine[],
  areChoicesNew = false,
): Promise<KnownRows> {
  const places = lines.flatMap(({ from, to }) => (to ? [from, to] : [from]))
  const items = lines.map(({ item }) => item)
  const bins = places.map(({ bin }) => bin)
  const names = unique(items.flatMap((item) => item.names))
  const ids = { items: unique(items.flatMap(idsIn)), bins: unique(bins.flatMap(idsIn)) }
  const [itemsById, byName, byCode, binsById, byNumber, locations, choices] = [
    await rowsById(db, 'items', ids.items),
    await rowsWhere(db, 'items', names, 'name', lower),
    await rowsWhere(db, 'items', names, 'upc_code', codeKey),
    await rowsById(db, 'bins', ids.bins),
    await rowsWhere(db, 'bins', unique(bins.flatMap((bin) => bin.names)), 'bin_number', lower),
    await allLocations(db),
    await readChoices(db),
  ]
  const item = new Map(itemsById.map((row) => [String(row['id']), itemIn(row)]))
  const bin = new Map(binsById.map((row) => [String(row['id']), binIn(row)]))
  return {
    item: (id) => item.get(id),
    itemsCalled: (name) => (byName.get(name) ?? []).map(itemIn),
    itemsWithCode: (code) => (byCode.get(code) ?? []).map(itemIn),
    bin: (id) => bin.get(id),
    binsCalled: (number) => (byNumber.get(number) ?? []).map(binIn),
    locations,
    choices,
    areChoicesNew,
  }
}

const idsIn = ({ id }: { readonly id: string | null }) => id ?? []

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}

async function rowsById(
  db: Database | Transaction,
  collection: 'items' | 'bins',
  ids: readonly string[],
): Promise<Row[]> {
  if (ids.length === 0) return []
  const found = await db
    .select({ body: records.body })
    .from(records)
    .where(and(isVisible, eq(records.collection, collection), inArray(records.id, [...ids])))
  return found.map(({ body }) => body)
}

/** As numbers where they are numbers: a reason that names several rows names them in the same order each time. */
const byId = [sql`length(${records.id})`, records.id]

/** What a device sends is trimmed. Numbers that were imported into NetSuite may end with invisible blanks. */
const trimmed = (text: ReturnType<typeof sql>) => sql`btrim(${text}, E' \\t\\r\\n\\u00a0')`

/** The database converts both to lower case, because JavaScript does it differently. */
const lower = (text: ReturnType<typeof sql>) => sql`lower(${trimmed(text)})`

/** GTINs of 8 to 14 digits are equal but for leading zeros. */
const codeKey = (text: ReturnType<typeof sql>) =>
  sql`CASE WHEN ${trimmed(text)} ~ '^[0-9]{8,14}$' THEN ltrim(${trimmed(text)}, '0') ELSE ${lower(text)} END`

/** The rows by the text that they were looked for. */
async function rowsWhere(
  db: Database | Transaction,
  collection: 'items' | 'bins',
  wanted: readonly string[],
  field: string,
  keyOf: (text: ReturnType<typeof sql>) => ReturnType<typeof sql>,
): Promise<ReadonlyMap<string, Row[]>> {
  const groups = new Map<string, Row[]>()
  if (wanted.length === 0) return groups
  const givens = JSON.stringify(
    wanted.map((text) => ({ given: text, text: text.normalize('NFC') })),
  )
  const found = await db
    .select({ body: records.body, given: sql<string>`w.given` })
    .from(records)
    .innerJoin(
      sql`jsonb_to_recordset(${givens}::jsonb) AS w(given text, text text)`,
      sql`${keyOf(sql`(${records.body}->>${sql.raw(`'${field}'`)})`)} = ${keyOf(sql`w.text`)}`,
    )
    .where(and(isVisible, eq(records.collection, collection)))
    .orderBy(...byId)
  for (const { given, body } of found) groups.set(given, [...(groups.get(given) ?? []), body])
  return groups
}

async function allLocations(db: Database | Transaction): Promise<KnownLocation[]> {
  const found = await db
    .select({ body: records.body })
    .from(records)
    .where(and(isVisible, eq(records.collection, 'locations')))
    .orderBy(...byId)
  return found.map(({ body }) => locationIn(body))
}

function itemIn(row: Row): KnownItem {
  return {
    id: String(row['id']),
    name: textOf(row['name']),
    displayName: textOf(row['display_name']),
    upc: textOf(row['upc_code']),
    isInactive: row['inactive'] === true,
    isLot: flagIn(row['lot_item']),
    isSerial: flagIn(row['serial_item']),
    usesBins: flagIn(row['uses_bins']),
    unitsType: textOf(row['units_type']),
    stockUnit: textOf(row['stock_unit']),
    // A pull writes null where the account has no such column.
    isIncomplete: row['lot_item'] === undefined,
  }
}

function binIn(row: Row): KnownBin {
  return {
    id: String(row['id']),
    number: textOf(row['bin_number']) ?? String(row['id']),
    isInactive: row['inactive_bin'] === true,
    locationId: textOf(row['location_id']),
    location: textOf(row['location']),
  }
}

function locationIn(row: Row): KnownLocation {
  const id = String(row['id'])
  const path = textOf(row['location']) ?? textOf(row['name']) ?? id
  return {
    id,
    path,
    name: textOf(row['name']) ?? path,
    isInactive: row['inactive'] === true,
    subsidiary: textOf(row['subsidiary_id']),
    subsidiaryName: textOf(row['subsidiary']),
    usesBins: flagIn(row['uses_bins']),
    isIncomplete: row['subsidiary_id'] === undefined,
  }
}

/** Whether a location's full name is a text. */
export function hasPath({ path }: KnownLocation, text: string): boolean {
  return pathKey(path) === pathKey(text)
}

function flagIn(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}
