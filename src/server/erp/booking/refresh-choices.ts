/** Reads the units of measure and the inventory statuses of the account. */
import type { Database } from '#server/db/database.ts'
import {
  type InventoryStatus,
  storeStatuses,
  storeUnits,
  type Unit,
} from '#server/erp/booking/meaning/choices.ts'
import { textOf } from '#server/erp/booking/meaning/sent-values.ts'
import { type ErpClient, PAGE_ROWS } from '#server/erp/transport/client.ts'
import { isQueryFault } from '#server/erp/transport/fault.ts'
import type { ErpRow } from '#server/erp/transport/http-answer.ts'

/** An account without the feature has none. @throws ErpFault */
export async function refreshChoices(
  db: Database,
  client: Pick<ErpClient, 'query'>,
): Promise<void> {
  await storeUnits(
    db,
    (await readAll(client, UNITS)).map(unitIn).filter(({ rate }) => rate > 0),
  )
  await storeStatuses(db, (await readAll(client, STATUSES)).map(statusIn))
}

interface Listed {
  readonly table: string
  readonly key: string
  readonly columns: string
}

const UNITS: Listed = {
  table: 'unitstypeuom',
  key: 'internalid',
  columns:
    'internalid, unitstype, unitname, pluralname, abbreviation, pluralabbreviation, conversionrate',
}
const STATUSES: Listed = { table: 'inventorystatus', key: 'id', columns: 'id, name' }

async function readAll(
  client: Pick<ErpClient, 'query'>,
  { table, key, columns }: Listed,
): Promise<ErpRow[]> {
  const all: ErpRow[] = []
  try {
    for (let after = '0'; ;) {
      const { rows, hasMore } = await client.query(
        `SELECT ${columns} FROM ${table} WHERE ${key} > ${after} ORDER BY ${key} FETCH NEXT ${PAGE_ROWS} ROWS ONLY`,
      )
      all.push(...rows)
      const last = textOf(rows.at(-1)?.[key])
      if (last === null || !/^\d+$/.test(last) || (!hasMore && rows.length < PAGE_ROWS)) return all
      after = last
    }
  } catch (error) {
    if (isQueryFault(error)) return []
    throw error
  }
}

function unitIn(row: ErpRow): Unit {
  const names = ['unitname', 'pluralname', 'abbreviation', 'pluralabbreviation']
  return {
    id: textOf(row['internalid']) ?? '',
    type: textOf(row['unitstype']) ?? '',
    names: names.flatMap((name) => textOf(row[name]) ?? []),
    rate: Number(row['conversionrate']),
  }
}

function statusIn(row: ErpRow): InventoryStatus {
  const id = textOf(row['id']) ?? ''
  return { id, name: textOf(row['name']) ?? id }
}
