/** Columns over rows with unknown fields, or with fields under varying names. */
import { Button } from '@mantine/core'
import type { Row } from '#contract/collections.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { plainName } from '#contract/records/plain-name.ts'
import type { CellValue } from '#console/data/engine/types.ts'
import { type Column, MAX_COLUMNS } from '#console/table/columns/column-kit.tsx'
import { useStep } from '#console/list/details/detail-page.ts'
import {
  EMPTY_CELL,
  formatDateTime,
  formatQuantity,
  formatText,
  isDateField,
  isQuantityLike,
  numberOf,
  timeOf,
  titleOf,
} from '#console/rows/formats.ts'
import {
  entriesIn,
  holdsObjects,
  otherFields,
  plainValueOf,
  valueOf,
} from '#console/rows/loose/loose.ts'
import { momentOf } from '#console/rows/loose/moment.ts'
import { RowButton } from '#console/ui/buttons/row-button.tsx'

/** A field that a table always shows, even if no row has it. */
export interface KnownColumn {
  readonly field: string
  readonly kind?: 'quantity'
}

/** The known fields in their order, then all others in order of appearance. */
export function looseColumns(
  entries: readonly Row[],
  known: readonly KnownColumn[],
): readonly Column<Row>[] {
  const numbers = new Map(entries.map((entry, nth) => [entry, nth]))
  const names = known.map(({ field }) => field)
  const others = new Map<string, string>()
  for (const entry of entries)
    for (const field of otherFields(entry, names))
      if (!others.has(plainName(field))) others.set(plainName(field), field)
  return [
    ...known.map(({ field, kind }) =>
      kind === 'quantity' ? quantity(field) : looseColumn(entries, field, numbers),
    ),
    ...[...others.values()]
      .slice(0, MAX_COLUMNS)
      .map((field) => looseColumn(entries, field, numbers)),
  ]
}

/** The text of a value; a nested one is described by its size. */
export function wordsOf(field: string, value: unknown): string {
  const at = timeIn(field, value)
  if (at !== null) return formatDateTime(new Date(at).toISOString())
  const amount = quantityIn(field, value)
  return amount === null ? formatText(cellValue(value)) : formatQuantity(amount)
}

/** The value that such a column sorts, filters and exports by. */
export function cellValue(value: unknown): CellValue {
  if (holdsObjects(value)) return tableTexts.entries(entriesIn(value).length)
  const plain = plainValueOf(value)
  // Texts that represent a boolean.
  if (typeof plain === 'string' && /^\s*(true|false)\s*$/i.test(plain)) return /true/i.test(plain)
  return plain
}

/** The time of a field whose name says that it is one, in ms, or null. */
export function timeIn(field: string, value: unknown): number | null {
  return isDateField(field) && !holdsObjects(value) ? timeOf(momentOf(value)) : null
}

/** The number of a field whose name says that it is a quantity, or null. */
export function quantityIn(field: string, value: unknown): number | null {
  const plain = holdsObjects(value) ? null : plainValueOf(value)
  return isQuantityLike(field, plain) ? numberOf(plain) : null
}

interface StepButtonProps {
  /** The step from this dialog to the next. */
  readonly step: string
  readonly label: string
  /** In a line with others, not below them. */
  readonly isInRow?: boolean
}

/** The button that opens a nested value. */
export function StepButton({ step, label, isInRow = false }: StepButtonProps) {
  const open = useStep()
  if (isInRow)
    return (
      <RowButton step={step} onPress={() => open(step)}>
        {label}
      </RowButton>
    )
  return (
    <Button variant="default" size="md" data-step={step} onClick={() => open(step)}>
      {label}
    </Button>
  )
}

function looseColumn(
  entries: readonly Row[],
  field: string,
  numbers: ReadonlyMap<Row, number>,
): Column<Row> {
  const read = (row: Row): unknown => valueOf(row, [field])
  const isDate = entries.some((entry) => timeIn(field, read(entry)) !== null)
  const isQuantity = entries.some((entry) => quantityIn(field, read(entry)) !== null)
  return {
    id: field,
    title: titleOf(field),
    kind: isDate ? 'date' : isQuantity ? 'quantity' : 'text',
    value: (row) =>
      isDate
        ? timeIn(field, read(row))
        : isQuantity
          ? quantityIn(field, read(row))
          : cellValue(read(row)),
    text: (row) => (holdsItems(row, field) ? tableTexts.entries(0) : wordsOf(field, read(row))),
    cell: (row) =>
      holdsObjects(read(row)) || holdsItems(row, field) ? (
        <StepButton
          isInRow
          step={`${String(numbers.get(row) ?? 0)}:${field}`}
          label={recordTexts.view(titleOf(field))}
        />
      ) : (
        wordsOf(field, read(row))
      ),
  }
}

/** An empty list of items opens too: the dialog says that there are none. */
function holdsItems(row: Row, field: string): boolean {
  const value = row[field]
  return Array.isArray(value) && value.length === 0
}

function quantity(field: string): Column<Row> {
  const read = (row: Row): unknown => valueOf(row, [field])
  return {
    id: field,
    title: titleOf(field),
    kind: 'quantity',
    value: (row) => numberOf(plainValueOf(read(row))),
    text: (row) => {
      const value = plainValueOf(read(row))
      return value === null ? EMPTY_CELL : formatQuantity(value)
    },
  }
}
