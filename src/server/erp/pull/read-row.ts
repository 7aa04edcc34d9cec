/** Converts an ERP row to a record, or says why it cannot. */
import type { Row } from '#contract/collections.ts'
import { listOf, type PulledList, listKey } from '#contract/lists.ts'
import { canonicalJson, hashOf, storableText, UnstorableRow } from '#server/db/row-hash.ts'
import type { ErpRow } from '#server/erp/transport/http-answer.ts'
import { type PageLookups, RowRefused } from '#server/erp/pull/fields.ts'
import { keyOf, type Source } from '#server/erp/pull/source.ts'

/** A record as it is stored. */
export interface ReadRow {
  readonly id: string
  /** Canonical JSON. */
  readonly body: string
  readonly hash: string
}

/** A row that cannot be read (decisions/server/erp-pulls.md). */
export interface RefusedRow {
  /** Its id if that can be read: the mirror then retains its version of the row. */
  readonly id: string | null
  /** How a person finds the row in the ERP. */
  readonly row: string
  readonly reason: string
}

/** The record of a row, validated and ready to be stored. */
export function readRow(
  collection: PulledList,
  { fields, query }: Source,
  row: ErpRow,
  lookups: PageLookups,
): ReadRow | RefusedRow {
  try {
    const record = recordOf(fields, row, lookups)
    const id = listKey(collection, record)
    if (id === null) throw new RowRefused(`${listOf(collection).key.join(' or ')} is missing`)
    const body = canonicalJson(record)
    return { id, body, hash: hashOf(body) }
  } catch (error) {
    if (!isRefusal(error)) throw error
    const name = keyOf(query, row)?.join('|') ?? JSON.stringify(row).slice(0, NAME_LENGTH)
    const id = idOfRefused(collection, fields, row, lookups)
    return { id, row: storableText(name), reason: storableText(error.message) }
  }
}

/** The id of a row with an unreadable field; null if the id cannot be read either. */
function idOfRefused(
  collection: PulledList,
  fields: Source['fields'],
  row: ErpRow,
  lookups: PageLookups,
): string | null {
  const { key } = listOf(collection)
  const keyFields = Object.entries(fields).filter(([name]) => key.includes(name))
  try {
    const record = recordOf(Object.fromEntries(keyFields), row, lookups)
    canonicalJson(record)
    return listKey(collection, record)
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

function recordOf(fields: Source['fields'], row: ErpRow, lookups: PageLookups): Row {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { read }]) => [name, read(row, lookups)]),
  )
}

function isRefusal(error: unknown): error is RowRefused | UnstorableRow {
  return error instanceof RowRefused || error instanceof UnstorableRow
}

const NAME_LENGTH = 100
