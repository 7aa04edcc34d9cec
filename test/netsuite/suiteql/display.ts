import type { Cell } from '#test/netsuite/columns.ts'
import type { Scope } from '#test/netsuite/suiteql/scope.ts'
import { isTableName, shapeOf } from '#test/netsuite/tables.ts'

/** What `BUILTIN.DF` shows for a reference: the display column of the row that it points to. */
export function displayText(scope: Scope, tableName: string, value: Cell): Cell {
  if (value === null || !isTableName(tableName)) return null
  const { display } = shapeOf(tableName)
  // Status codes are a type and a letter: `SalesOrd:B`.
  const key = typeof value === 'string' ? value.split(':') : [value]
  const row = scope.account.warehouse.table(tableName).get(key)
  return display === undefined ? null : (row?.[display] ?? null)
}
