/** The sources of an account as ERP Setup narrows and widens them (decisions/server/read-rules.md). */
import { type PulledList, pulledLists } from '#contract/lists.ts'
import {
  INACTIVE_LISTS,
  ORDER_STATUSES,
  type ReadRules,
  SHIPMENT_STATUSES,
} from '#contract/own/read-rules.ts'
import { withCustomFields } from '#server/erp/pull/custom-fields.ts'
import { type Source, withCondition } from '#server/erp/pull/source.ts'
import type { Sources } from '#server/erp/pull/sources.ts'

/** What a change of the rules reads again follows from the queries: another query is another reading. */
export function narrowed(sources: Sources, rules: ReadRules): Sources {
  const all = pulledLists.map((list): [PulledList, Source] => {
    const source = withCustomFields(
      list,
      sources[list],
      rules.fields.filter((field) => field.list === list),
    )
    const conditions = conditionsOf(list, rules, sources).filter((one) => one !== null)
    return [list, conditions.length === 0 ? source : withConditions(source, conditions)]
  })
  return Object.fromEntries(all) as Sources
}

/** Whoever changes a record so that it is left out must lose its row, so the changed ids are asked for too. */
function withConditions(source: Source, conditions: readonly string[]): Source {
  const { headers, query } = source
  const id = query.select['id']
  const all = headers ?? (id === undefined ? null : { ...query, select: { id }, key: ['id'] })
  return {
    ...source,
    unnarrowed: query,
    query: conditions.reduce(withCondition, query),
    ...(all && source.changedAt !== null && { headers: all }),
  }
}

function conditionsOf(
  list: PulledList,
  rules: ReadRules,
  sources: Sources,
): readonly (string | null)[] {
  const { changedAt, query } = sources[list]
  const inactive = query.select['isinactive']
  const isWithoutInactive = INACTIVE_LISTS.some(
    (one) => one === list && rules.without_inactive.includes(one),
  )
  const active = isWithoutInactive && inactive !== undefined ? `${inactive} = 'F'` : null
  const recent =
    changedAt === null || rules.changed_within_days === null
      ? null
      : `${changedAt} >= SYSDATE - ${wholeNumber(rules.changed_within_days)}`
  const { id = 'id', location = 'location', shipmentstatus, subsidiary } = query.select
  switch (list) {
    case 'locations':
      return [
        among(id, rules.locations),
        among(subsidiary ?? 'subsidiary', rules.subsidiaries),
        active,
      ]
    case 'bins':
    case 'inventory':
    case 'binStock':
      return [
        among(location, rules.locations),
        locatedIn(location, rules.subsidiaries, sources),
        active,
      ]
    case 'items':
      return [active]
    case 'salesOrders':
      return [
        among('tl.location', rules.locations),
        among('tl.subsidiary', rules.subsidiaries),
        amongTexts('t.status', orderStatuses(rules)),
        recent,
      ]
    case 'inboundShipments':
      return [amongTexts(shipmentstatus ?? 'shipmentstatus', shipmentStatuses(rules)), recent]
  }
}

/** Only accounts with subsidiaries have that column of a location, so other places are found through it. */
function locatedIn(
  column: string,
  subsidiaries: readonly string[],
  { locations: { query } }: Sources,
): string | null {
  const { id = 'id', subsidiary = 'subsidiary' } = query.select
  const belongs = among(subsidiary, subsidiaries)
  return belongs && `${column} IN (SELECT ${id} FROM ${query.from} WHERE ${belongs})`
}

function among(column: string, ids: readonly string[]): string | null {
  return ids.length === 0 ? null : `${column} IN (${ids.map(wholeNumber).join(', ')})`
}

function amongTexts(column: string, texts: readonly string[]): string | null {
  return texts.length === 0 ? null : `${column} IN (${texts.map((one) => `'${one}'`).join(', ')})`
}

/** Only codes of the list itself go into a query, whatever was saved. */
function orderStatuses({ order_statuses }: ReadRules): string[] {
  return Object.keys(ORDER_STATUSES)
    .filter((code) => order_statuses.some((one) => one === code))
    .map((code) => `SalesOrd:${code}`)
}

/** The code, or the words that some accounts have instead (erp.md section 6). */
function shipmentStatuses({ shipment_statuses }: ReadRules): string[] {
  return Object.entries(SHIPMENT_STATUSES)
    .filter(([code]) => shipment_statuses.some((one) => one === code))
    .flat()
}

/** @throws RangeError for anything else, which must not get into a query */
function wholeNumber(given: string | number): string {
  const text = String(given)
  if (!/^\d{1,18}$/.test(text)) throw new RangeError('an id or a number of days must be whole')
  return text
}
