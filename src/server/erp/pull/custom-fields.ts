/** Custom fields of an account as further columns of a list (decisions/server/read-rules.md). */
import type { PulledList } from '#contract/lists.ts'
import {
  CUSTOM_FIELD_LISTS,
  type CustomField,
  type CustomFieldKind,
  fieldKeyOf,
} from '#contract/own/read-rules.ts'
import { type Field, field, type PageLookups } from '#server/erp/pull/fields.ts'
import { type CollectionMapping, STANDARD_MAPPING } from '#server/erp/pull/mapping.ts'
import { dayOf, display, momentOf, type Source } from '#server/erp/pull/source.ts'

/** A source with further columns. An account that lacks one is read without it. */
export function withCustomFields(
  list: PulledList,
  source: Source,
  customFields: readonly CustomField[],
): Source {
  return customFields.reduce((known, custom) => withCustomField(list, known, custom), source)
}

function withCustomField(list: PulledList, source: Source, custom: CustomField): Source {
  const { query } = source
  const key = fieldKeyOf(custom.name)
  const column = columnIn(list, custom.column)
  if (isReplaceable(list, key)) {
    // What the operator's file says of this column stays.
    if (query.select[key] !== standardColumn(list, key)) return source
    return { ...source, query: { ...query, select: { ...query.select, [key]: column } } }
  }
  const alias = custom.column
  return {
    ...source,
    ...(custom.kind === 'time' && { readsMoments: true as const }),
    query: {
      ...query,
      select: { ...query.select, [alias]: EXPRESSIONS[custom.kind]?.(column) ?? column },
      optional: [...(query.optional ?? []), alias],
    },
    fields: { ...source.fields, [key]: readerOf(custom, alias) },
  }
}

/** Whether a field is one that the list has anyway, read from a custom field whose name differs between accounts. */
export function isReplaceable(list: PulledList, key: string): boolean {
  return standardColumn(list, key)?.startsWith('cust') ?? false
}

function standardColumn(list: PulledList, key: string): string | null {
  const { columns }: CollectionMapping = STANDARD_MAPPING[list]
  return Object.hasOwn(columns, key) ? (columns[key] ?? null) : null
}

/** @throws RangeError for anything but the id of a custom field, which must not get into a query */
function columnIn(list: PulledList, column: string): string {
  if (!/^cust[a-z0-9_]+$/.test(column) || !CUSTOM_FIELD_LISTS.some((one) => one === list))
    throw new RangeError('a custom field must have the id of one')
  if (list !== 'salesOrders') return column
  return column.startsWith('custcol') ? `tl.${column}` : `t.${column}`
}

const EXPRESSIONS: Partial<Record<CustomFieldKind, (column: string) => string>> = {
  choice: display,
  day: dayOf,
  time: momentOf,
}

/** A value of another kind is shown as it is: a custom field must not cost the row. */
const VALUES: Partial<
  Record<CustomFieldKind, (given: string, lookups: PageLookups) => number | boolean | string>
> = {
  number: (given) => {
    const value = Number(given)
    return given.trim() === '' || !Number.isFinite(value) ? given : value
  },
  'yes-no': (given) => (given === 'T' ? true : given === 'F' ? false : given),
  time: (given, { toMoment }) => toMoment(given) ?? given,
}

function readerOf({ kind }: CustomField, alias: string): Field {
  return field([alias], (textIn, lookups) => {
    const given = textIn(alias)
    return given === null ? null : (VALUES[kind]?.(given, lookups) ?? given)
  })
}
