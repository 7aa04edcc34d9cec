/** What is read from NetSuite: filters, and custom fields as further columns (decisions/server/read-rules.md). */
import { z } from 'zod/mini'
import { CHANGED_WITHIN_MAX_DAYS } from '#contract/constants.ts'
import { readRulesTexts } from '#contract/texts/own/read-rules-texts.ts'

/** The statuses of sales orders by NetSuite's codes. */
export const ORDER_STATUSES = {
  A: 'Pending Approval',
  B: 'Pending Fulfillment',
  C: 'Cancelled',
  D: 'Partially Fulfilled',
  E: 'Pending Billing/Partially Fulfilled',
  F: 'Pending Billing',
  G: 'Billed',
  H: 'Closed',
} as const

/** The statuses of inbound shipments by NetSuite's codes. */
export const SHIPMENT_STATUSES = {
  toBeShipped: 'To Be Shipped',
  inTransit: 'In Transit',
  partiallyReceived: 'Partially Received',
  received: 'Received',
  closed: 'Closed',
} as const

/** The lists whose inactive records may be left out. */
export const INACTIVE_LISTS = ['locations', 'bins', 'items'] as const

/** The lists that have custom fields, with how NetSuite begins their names. */
export const CUSTOM_FIELD_PREFIXES = {
  locations: ['custrecord'],
  bins: ['custrecord'],
  items: ['custitem'],
  salesOrders: ['custbody', 'custcol'],
  inboundShipments: ['custrecord'],
} as const satisfies Record<string, readonly string[]>

export type CustomFieldList = keyof typeof CUSTOM_FIELD_PREFIXES

export const CUSTOM_FIELD_LISTS = Object.keys(CUSTOM_FIELD_PREFIXES) as CustomFieldList[]

/** How the value of a custom field is read. `choice`: the name of what it refers to. */
export const CUSTOM_FIELD_KINDS = ['text', 'number', 'yes-no', 'day', 'time', 'choice'] as const

export type CustomFieldKind = (typeof CUSTOM_FIELD_KINDS)[number]

/** NetSuite's ids; they go into queries. */
const Ids = z.array(z.string().check(z.regex(/^\d{1,18}$/))).check(z.maxLength(500))

export const CustomField = z.object({
  list: z.enum(CUSTOM_FIELD_LISTS),
  /** The title of its column. */
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  /** NetSuite's id of the field, such as `custrecord_zone`; it goes into queries. */
  column: z.string().check(z.trim(), z.toLowerCase(), z.regex(/^cust[a-z]+[a-z0-9_]{1,60}$/)),
  kind: z.enum(CUSTOM_FIELD_KINDS),
})
export type CustomField = z.infer<typeof CustomField>

const codesOf = <C extends string>(statuses: Readonly<Record<C, string>>) =>
  z.array(z.enum(Object.keys(statuses) as [C, ...C[]]))

/** The most custom fields of all lists together. */
export const MAX_CUSTOM_FIELDS = 30

/** Empty lists and null filter nothing. */
export const ReadRules = z.object({
  /** Locations, their bins and stock, and order lines of these subsidiaries only. */
  subsidiaries: Ids,
  /** These locations, their bins and stock, and order lines only. */
  locations: Ids,
  order_statuses: codesOf(ORDER_STATUSES),
  shipment_statuses: codesOf(SHIPMENT_STATUSES),
  /** Orders and shipments that were changed within this many days. */
  changed_within_days: z.nullable(z.int().check(z.minimum(1), z.maximum(CHANGED_WITHIN_MAX_DAYS))),
  /** Lists whose inactive records are left out. */
  without_inactive: z.array(z.enum(INACTIVE_LISTS)),
  fields: z.array(CustomField).check(z.maxLength(MAX_CUSTOM_FIELDS)),
})
export type ReadRules = z.infer<typeof ReadRules>

export const NO_RULES: ReadRules = {
  subsidiaries: [],
  locations: [],
  order_statuses: [],
  shipment_statuses: [],
  changed_within_days: null,
  without_inactive: [],
  fields: [],
}

/** The field of a row in which a custom field arrives: 'Storage zone' as `storage_zone`. */
export function fieldKeyOf(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
}

/** Why custom fields cannot be columns as they are; null if they can. */
export function faultOfFields(fields: readonly CustomField[]): string | null {
  const seen = new Set<string>()
  for (const { column, list, name } of fields) {
    const prefixes: readonly string[] = CUSTOM_FIELD_PREFIXES[list]
    if (!prefixes.some((prefix) => column.startsWith(prefix)))
      return readRulesTexts.wrongPrefix(column, prefixes)
    const key = fieldKeyOf(name)
    // Rows are plain objects: `constructor` and the like are no fields of their own.
    if (!/^\p{L}/u.test(key) || key in {}) return readRulesTexts.wrongName(name)
    for (const one of [`${list} ${column}`, `${list} ${key}`]) {
      if (seen.has(one)) return readRulesTexts.twice(name)
      seen.add(one)
    }
  }
  return null
}
