/** The id of a row, which other servers send under a second name (specification.md section 3, 'record identity'). */
import type { KnownField } from '#console/rows/list-shapes.ts'
import type { Column, ColumnKit } from '#console/table/columns/column-kit.tsx'

interface WithId {
  readonly id?: string | number | boolean | null | undefined
}

/** 'ID': the first of the two fields that a row has. */
export function idColumn<R extends WithId>(c: ColumnKit<R>, other: KnownField<R>): Column<R> {
  const second = c.text(other, 'ID')
  return c.custom({
    id: 'id',
    title: 'ID',
    reads: [other],
    value: (row) => (isGiven(row.id) ? (row.id ?? null) : second.value(row)),
  })
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined && value !== ''
}
