/** The id of a row, which other servers send under a second name (console.md section 3, 'record identity'). */
import type { Column, ColumnKit, KnownField } from '#console/list/column-kit.tsx'
import { fieldsOf } from '#console/rows/fields.ts'

interface WithId {
  readonly id?: string | number | boolean | null | undefined
}

/** 'ID': the first of the two that a row has. */
export function idColumn<R extends WithId>(c: ColumnKit<R>, other: KnownField<R>): Column<R> {
  const second = c.text(other, 'ID')
  return c.own({
    id: 'id',
    title: 'ID',
    value: (row) => (isGiven(row.id) ? (row.id ?? null) : second.value(row)),
  })
}

/** The fields that nobody announced; the second name is one of them only where a row has both. */
export function restBesideId<R extends WithId>(
  c: ColumnKit<R>,
  rows: readonly R[],
  shown: readonly Column<R>[],
  other: KnownField<R>,
): Column<R>[] {
  const second = c.text(other, 'ID')
  const hasBoth =
    fieldsOf(rows).has(other) && rows.some((row) => isGiven(row.id) && isGiven(second.value(row)))
  return c.rest(rows, hasBoth ? shown : [...shown, second])
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined && value !== ''
}
