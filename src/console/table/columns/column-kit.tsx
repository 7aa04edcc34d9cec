/**
 * Columns by kind: `c.text`, `c.date`, `c.quantity`, … Sorting, search, files and cells all read
 * `value`.
 */
import type { ReactNode } from 'react'
import { fieldTitles } from '#contract/texts/field-titles.ts'
import { plainName } from '#contract/records/plain-name.ts'
import type { CellValue, Field } from '#console/data/engine/types.ts'
import { NestedCell } from '#console/table/columns/nested-cell.tsx'
import { fieldsOf } from '#console/rows/loose/fields.ts'
import {
  formatQuantity,
  formatText,
  groupDigits,
  isDateField,
  isQuantityLike,
  numberOf,
  titleOf,
} from '#console/rows/formats.ts'
import { isFilled } from '#console/rows/loose/loose.ts'
import { instantOf, momentOf, momentText } from '#console/rows/loose/moment.ts'
import type { KnownField } from '#console/rows/list-shapes.ts'
import { comparableOf, isNested } from '#console/rows/loose/nested-values.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'

/** A column of a table over rows of type `R`. */
export interface Column<R> extends Field<R> {
  readonly title: string
  readonly kind: 'text' | 'quantity' | 'date' | 'yes-no'
  /** The value of a date as it is stored, if that is a day without a time, such as `2026-11-05`; null for others. */
  readonly day?: (row: R) => string | null
  /** The other fields that its value may come from. */
  readonly reads?: readonly string[]
  /** Renders the cell if its text alone is not enough. */
  readonly cell?: (row: R) => ReactNode
  /** It contains buttons and has no value, so it is not sorted, filtered or exported. */
  readonly isControl?: true
  /** It sticks to the far edge until its own place scrolls into view, as buttons do. */
  readonly isSticky?: true
  /** The width it needs there, in px. */
  readonly edgeWidth?: number
  /** Its text is a sentence: one that is too long for a line takes two. */
  readonly isSentence?: true
  /** What its cell reads, if that is not its text. */
  readonly label?: (row: R) => string
}

/** Builds the columns of a declaration. */
export interface ColumnKit<R> {
  readonly text: (field: KnownField<R>, title: string) => Column<R>
  readonly date: (field: KnownField<R>, title: string) => Column<R>
  readonly quantity: (field: KnownField<R>, title: string) => Column<R>
  readonly yesNo: (field: KnownField<R>, title: string) => Column<R>
  /**
   * A column that the kinds above do not cover: `value` for sorting, search and files, `cell` for
   * the screen.
   */
  readonly custom: (column: {
    readonly id: string
    readonly title: string
    readonly kind?: Column<R>['kind']
    readonly reads?: readonly string[]
    readonly value: (row: R) => CellValue
    readonly text?: (row: R) => string
    readonly cell?: (row: R) => ReactNode
    readonly isSticky?: true
    readonly edgeWidth?: number
    readonly isSentence?: true
    readonly label?: (row: R) => string
  }) => Column<R>
  /** @param count the number of buttons in a row */
  readonly actions: (count: number, cell: (row: R) => ReactNode) => Column<R>
  /** The fields of these rows that no given column shows (decisions/console/reading-records.md). */
  readonly rest: (rows: readonly R[], shown: readonly Column<R>[]) => Column<R>[]
}

/** The kit for rows of type `R`. */
export function columnKit<R extends object>(): ColumnKit<R> {
  return {
    text: (field, title) => plain(field, title, 'text'),
    date,
    quantity,
    yesNo: (field, title) => plain(field, title, 'yes-no'),
    custom: (column) => ({
      kind: 'text',
      text: (row) => formatText(column.value(row)),
      ...column,
    }),
    actions: (count, cell) => ({
      id: 'actions',
      title: fieldTitles.actions,
      kind: 'text',
      isControl: true,
      edgeWidth: Math.max(ACTIONS_HEAD_PX, count * (TOUCH_TARGET_PX + ACTIONS_GAP_PX) + PADDING_PX),
      value: () => null,
      text: () => '',
      cell,
    }),
    rest: undeclaredColumns,
  }
}

/** A cell's padding and border. */
const PADDING_PX = 21
const ACTIONS_GAP_PX = 4
/** Room for 'Actions' and its menu button. */
const ACTIONS_HEAD_PX = 128

/** The text of a cell as it is drawn: a quantity with separators. */
export function shownText<R>({ kind, text }: Column<R>, row: R): string {
  return kind === 'quantity' ? groupDigits(text(row)) : text(row)
}

/** Rows with arbitrary field names must not produce an unlimited table. */
export const MAX_COLUMNS = 400

/**
 * Undeclared fields, in order of appearance. A field that a shown column already covers, under
 * another spelling or as one it reads, appears only if some row has a different value there.
 */
function undeclaredColumns<R extends object>(
  rows: readonly R[],
  shown: readonly Column<R>[],
): Column<R>[] {
  const ids = new Set(shown.map(({ id }) => id))
  const readers = new Map(
    shown.flatMap((column) =>
      [column.id, ...(column.reads ?? [])].map((name) => [plainName(name), column] as const),
    ),
  )
  const others = [...fieldsOf(rows)].filter(([field, sample]) => {
    if (ids.has(field)) return false
    const reader = readers.get(plainName(field))
    if (!reader) return true
    return isFilled(sample) && rows.some((row) => differs(read(row, field), reader, row))
  })
  return others.slice(0, MAX_COLUMNS).map(([field, sample]) => {
    const title = titleOf(field)
    if (isDateField(field) && instantOf(sample) !== null) return date(field, title)
    const column = plain<R>(field, title, 'text')
    // A value that is not a number after all is shown like any other.
    return isQuantityLike(field, sample) ? { ...column, ...quantity(field, title) } : column
  })
}

/** Whether a value contains something that a column over the same row does not show. */
function differs<R>(value: unknown, { kind, value: shown }: Column<R>, row: R): boolean {
  if (!isFilled(value)) return false
  const own = kind === 'quantity' ? numberOf(value) : kind === 'date' ? instantOf(value) : null
  return String(own ?? comparableOf(value)) !== String(shown(row))
}

function date<R extends object>(field: string, title: string): Column<R> {
  return {
    id: field,
    title,
    kind: 'date',
    value: (row) => instantOf(read(row, field)),
    text: (row) => momentText(read(row, field)),
    day: (row) => dayIn(read(row, field)),
  }
}

function dayIn(value: unknown): string | null {
  const moment = momentOf(value)
  return moment !== null && /^\d{4}-\d{2}-\d{2}$/.test(moment) ? moment : null
}

function quantity<R extends object>(field: string, title: string): Column<R> {
  return {
    id: field,
    title,
    kind: 'quantity',
    value: (row) => numberOf(read(row, field)),
    text: (row) => formatQuantity(read(row, field)),
  }
}

function plain<R extends object>(field: string, title: string, kind: 'text' | 'yes-no'): Column<R> {
  return {
    id: field,
    title,
    kind,
    value: (row) => comparableOf(read(row, field)),
    text: (row) => formatText(read(row, field)),
    cell: (row) => {
      const value = read(row, field)
      return isNested(value) ? <NestedCell title={title} value={value} row={row} /> : undefined
    },
  }
}

function read(row: object, field: string): unknown {
  return Reflect.get(row, field)
}
