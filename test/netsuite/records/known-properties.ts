// The properties that a record has, as NetSuite's description of its REST records lists them. Others are ignored, unless
// the request wants an error.
import { invalidContent } from '#test/netsuite/errors.ts'

/** By name; `null` has no properties of its own that are checked. A list has those of its entries. */
interface Properties {
  readonly [name: string]: Properties | null
}

export interface PropertyRules {
  /** Whether an unknown property is an error. */
  readonly isStrict: boolean
  /** Names that the account does not have, because a feature is off. */
  readonly lacking: ReadonlySet<string>
}

/** The body without the properties that its record type does not have; throws INVALID_CONTENT if that is an error. */
export function withKnownProperties(type: string, body: unknown, rules: PropertyRules): unknown {
  const known = PROPERTIES[type]
  return known ? keep(body, known, '', rules) : body
}

/** `X-NetSuite-PropertyNameValidation` is `Warning` if a request does not say it. */
export function isStrict(header: string | readonly string[] | undefined): boolean {
  return header?.toString().toLowerCase() === 'error'
}

function keep(value: unknown, known: Properties, path: string, rules: PropertyRules): unknown {
  if (Array.isArray(value))
    return value.map((one, nth) => keep(one, known, `${path}[${nth}]`, rules))
  if (typeof value !== 'object' || value === null) return value
  const kept: [string, unknown][] = []
  for (const [name, part] of Object.entries(value)) {
    const place = path === '' ? name : `${path}.${name}`
    const inner = Object.hasOwn(known, name) && !rules.lacking.has(name) ? known[name] : undefined
    if (inner !== undefined)
      kept.push([name, inner === null ? part : keep(part, inner, place, rules)])
    else if (rules.isStrict)
      throw invalidContent(place, `The record has no field ${name}, or you have no access to it.`)
  }
  return Object.fromEntries(kept)
}

function named(...names: readonly string[]): Properties {
  return Object.fromEntries(names.map((name) => [name, null]))
}

const ASSIGNMENT = named(
  'binNumber',
  'expirationDate',
  'inventoryStatus',
  'issueInventoryNumber',
  'quantity',
  'receiptInventoryNumber',
  'toBinNumber',
  'toInventoryStatus',
)

const DETAIL: Properties = { ...named('quantity'), inventoryAssignment: { items: ASSIGNMENT } }

function record(head: readonly string[], line: readonly string[]): Properties {
  return {
    ...named('externalId', 'memo', 'subsidiary', 'tranDate', ...head),
    inventory: { items: { ...named('item', ...line), inventoryDetail: DETAIL } },
  }
}

const PROPERTIES: Readonly<Record<string, Properties>> = {
  inventoryadjustment: record(
    ['account', 'adjLocation', 'location', 'department', 'class'],
    ['adjustQtyBy', 'location', 'memo', 'units'],
  ),
  // Its lines are in the stock unit of the item.
  bintransfer: record(['location'], ['quantity', 'preferredBin']),
  inventorytransfer: record(
    ['location', 'transferLocation', 'department', 'class'],
    ['adjustQtyBy', 'units'],
  ),
}
