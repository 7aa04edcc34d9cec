import { randomUUID } from 'node:crypto'
import type { Call } from '#test/netsuite/call.ts'
import { GOVERNANCE_PATH, queryText, RECORD_PATH, SUITEQL_PATH } from '#test/netsuite/call.ts'
import { NetSuiteError } from '#test/netsuite/errors.ts'
import type { Reply } from '#test/netsuite/errors.ts'
import { percentDecode } from '#test/netsuite/auth/percent.ts'
import { isStrict } from '#test/netsuite/records/known-properties.ts'
import { saveRecord } from '#test/netsuite/records/save-record.ts'
import { MAX_TOTAL_ROWS } from '#test/netsuite/suiteql/evaluate.ts'
import type { SuiteQl } from '#test/netsuite/suiteql/run.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'

/** The largest and default size of a page in rows. */
export const MAX_PAGE_ROWS = 1000

/** The dependencies of the routes. */
export interface Service {
  readonly warehouse: Warehouse
  readonly suiteQl: SuiteQl
  readonly concurrencyLimit: () => number
  /** Record types that the role may not write. */
  readonly unwritable: ReadonlySet<string>
  /** Properties of records that the account does not have. */
  readonly lacking: ReadonlySet<string>
}

/** Answers a call with a valid signature; throws NetSuiteError. */
export function route(call: Call, service: Service): Reply {
  const { path } = call
  if (path === SUITEQL_PATH) return allow(call, 'POST', () => querySuiteQl(call, service))
  if (path === GOVERNANCE_PATH) return allow(call, 'GET', () => governanceLimits(service))
  const [, newType] = NEW_RECORD.exec(path) ?? []
  if (newType !== undefined)
    return allow(call, 'POST', () => putRecord(call, service, newType, `unnamed ${randomUUID()}`))
  const record = RECORD.exec(path)
  if (record) {
    const [, type = '', externalId = ''] = record.map(percentDecode)
    return allow(call, 'PUT', () => putRecord(call, service, type, externalId))
  }
  throw new NetSuiteError(404, 'NONEXISTENT_ID', `The path ${path} does not exist.`)
}

const RECORD = new RegExp(`^${RECORD_PATH}([^/]+)/eid:([^/]+)$`)
const NEW_RECORD = new RegExp(`^${RECORD_PATH}([a-z]+)$`)
const JSON_HEADERS = {
  'content-type': 'application/vnd.oracle.resource+json; type=collection; charset=UTF-8',
}

function allow(call: Call, method: string, answer: () => Reply): Reply {
  if (call.method === method) return answer()
  throw new NetSuiteError(405, 'INVALID_METHOD', `The method ${call.method} is not allowed.`)
}

function querySuiteQl(call: Call, { suiteQl }: Service): Reply {
  if (call.headers['prefer']?.toString().includes('transient') !== true) {
    const detail = 'The required request header Prefer is missing or is not transient.'
    throw new NetSuiteError(400, 'INVALID_HEADER', detail, { 'o:errorHeader': 'Prefer' })
  }
  const query = queryText(call)
  if (query === null) throw new NetSuiteError(400, 'INVALID_CONTENT', 'The body has no query q.')
  const limit = wholeNumber(call, 'limit', MAX_PAGE_ROWS)
  const offset = wholeNumber(call, 'offset', 0)
  if (limit < 1 || limit > MAX_PAGE_ROWS) throw wrongParameter('limit', 'is not 1 to 1000')
  if (offset % limit !== 0) throw wrongParameter('offset', 'is not divisible by the limit')
  if (offset >= MAX_TOTAL_ROWS) throw wrongParameter('offset', 'is past the 100000 rows of a query')
  const { items, total } = suiteQl(query, limit, offset)
  const hasMore = offset + items.length < total
  const [self] = call.url.split('?')
  const links = [{ rel: 'self', href: `${self}?limit=${limit}&offset=${offset}` }]
  if (hasMore) links.push({ rel: 'next', href: `${self}?limit=${limit}&offset=${offset + limit}` })
  const body = {
    links,
    count: items.length,
    hasMore,
    items: items.map((item) => ({ links: [], ...item })),
    offset,
    totalResults: total,
  }
  return { status: 200, headers: JSON_HEADERS, body }
}

function governanceLimits({ concurrencyLimit }: Service): Reply {
  const limit = concurrencyLimit()
  const body = {
    links: [],
    accountConcurrencyLimit: limit,
    accountUnallocatedConcurrencyLimit: limit,
    integrationLimitType: 'accountLimit',
  }
  return { status: 200, headers: JSON_HEADERS, body }
}

/** NetSuite checks the role before the record. */
function putRecord(
  call: Call,
  { lacking, unwritable, warehouse }: Service,
  type: string,
  externalId: string,
): Reply {
  if (unwritable.has(type)) {
    const detail = `Permission Violation: You need a higher level of the '${type}' permission.`
    throw new NetSuiteError(403, 'INSUFFICIENT_PERMISSION', detail)
  }
  const replace = (call.parameters.get('replace') ?? '').split(',')
  const properties = {
    isStrict: isStrict(call.headers['x-netsuite-propertynamevalidation']),
    lacking,
  }
  const write = { type, externalId, body: call.json, replace, properties }
  const { id } = saveRecord(warehouse, write)
  const location = new URL(`${RECORD_PATH}${type}/${id}`, call.url).href
  return { status: 204, headers: { location } }
}

function wholeNumber(call: Call, name: string, otherwise: number): number {
  const given = call.parameters.get(name)
  if (given === null) return otherwise
  if (!/^\d+$/.test(given)) throw wrongParameter(name, 'is not a whole number')
  return Number(given)
}

function wrongParameter(name: string, what: string): NetSuiteError {
  const detail = `Invalid query parameter: ${name} ${what}.`
  return new NetSuiteError(400, 'INVALID_PARAMETER', detail, { 'o:errorQueryParam': name })
}
