import { NetSuiteError } from '#test/netsuite/errors.ts'
import { part } from '#test/netsuite/records/fields.ts'
import { type PropertyRules, withKnownProperties } from '#test/netsuite/records/known-properties.ts'
import { recordTypes, SUBLIST } from '#test/netsuite/records/record-types.ts'
import type { SavedRecord } from '#test/netsuite/records/saved-record.ts'
import { bookMoves } from '#test/netsuite/records/stock.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'

/** A write of a record with an external id chosen by the caller. */
export interface RecordWrite {
  readonly type: string
  readonly externalId: string
  readonly body: unknown
  /** Sublists named in `?replace=`. */
  readonly replace: readonly string[]
  readonly properties: PropertyRules
}

/**
 * Creates the record, or updates the one with this external id. An update adds its lines to the existing ones unless
 * `replace` names their sublist, so without it a retry books twice.
 */
export function saveRecord(warehouse: Warehouse, write: RecordWrite): SavedRecord {
  const read = recordTypes.get(write.type)
  if (!read) {
    throw new NetSuiteError(404, 'NONEXISTENT_RECORD_TYPE', `No record type ${write.type}.`)
  }
  const body = part('', withKnownProperties(write.type, write.body, write.properties))
  const { lines: sent, day, subsidiary } = read(body, warehouse)
  const key = `${write.type}/${write.externalId}`
  const known = warehouse.records.get(key)
  const replaced = write.replace.includes(SUBLIST) ? (known?.lines ?? []) : []
  for (const line of replaced) bookMoves(warehouse, line.moves, -1)
  for (const line of sent) bookMoves(warehouse, line.moves, 1)
  const kept = (known?.lines ?? []).slice(replaced.length)
  const saved = {
    id: known?.id ?? addTransaction(warehouse, write, body.fields['memo']),
    type: write.type,
    externalId: write.externalId,
    day,
    subsidiary,
    lines: [...kept, ...sent],
    saves: (known?.saves ?? 0) + 1,
  }
  warehouse.records.set(key, saved)
  return saved
}

/** Above the ids of generated transactions. */
const FIRST_RECORD_ID = 9_000_001

/** `transaction.type` by record type. */
const TRANSACTION_TYPES: Readonly<Record<string, string>> = {
  inventoryadjustment: 'InvAdjst',
  bintransfer: 'BinTrnfr',
  inventorytransfer: 'InvTrnfr',
}

/** Queries find the record among the other transactions. Returns its id. */
function addTransaction(
  warehouse: Warehouse,
  { type, externalId }: RecordWrite,
  memo: unknown,
): number {
  const last = warehouse.rows('transaction').at(-1)?.id ?? 0
  return warehouse.add('transaction', {
    id: Math.max(FIRST_RECORD_ID, last + 1),
    type: TRANSACTION_TYPES[type] ?? null,
    externalid: externalId,
    memo: typeof memo === 'string' ? memo : null,
  }).id
}
