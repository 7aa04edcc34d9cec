/** Reads a collection from the server: conditional where the server offers it, whole where not. */
import { collectionOf, type CollectionName, type Row } from '#contract/collections.ts'
import { listEndpoint } from '#contract/endpoints.ts'
import { endOnRefusal } from '#console/data/call.ts'
import { Fault } from '#console/data/fault.ts'
import type { Urgency } from '#console/data/lanes.ts'
import { send, type Answer } from '#console/data/send.ts'
import { serverNow } from '#console/data/server-clock.ts'
import { readSession } from '#console/session/session.ts'

/** A collection as it is known here. */
export interface Snapshot {
  readonly rows: readonly Row[]
  /** Names this state of the list on the server; null where it does not offer that. */
  readonly etag: string | null
  /** As of when the ERP gave these rows, in ms by the server's clock. */
  readonly asOf: number | null
  /** When they were last fetched or confirmed, in ms by the server's clock. */
  readonly fetchedAt: number
}

/**
 * Fetches a collection. An unchanged list costs a 304 and keeps every row object.
 * @throws Fault
 */
export async function fetchList(
  name: CollectionName,
  known: Snapshot | undefined,
  options: { readonly urgency: Urgency; readonly signal: AbortSignal },
): Promise<Snapshot> {
  const endpoint = listEndpoint(name)
  const { token } = readSession()
  const etag = known?.etag ?? null
  const headers = etag === null ? {} : { 'If-None-Match': etag }
  try {
    const answer = await fetchWithFallback(name, { ...options, headers })
    const asOf = timeOf(answer.headers.get('x-as-of'))
    if (answer.status === 304 && known) {
      return { ...known, asOf: asOf ?? known.asOf, fetchedAt: serverNow() }
    }
    const rows = unwrapList(answer.body, collectionOf(name).key)
    if (rows === null) throw new Fault({ kind: 'shape', status: answer.status })
    return { rows, etag: answer.headers.get('etag'), asOf, fetchedAt: serverNow() }
  } catch (thrown) {
    endOnRefusal(endpoint, thrown, token)
    throw thrown
  }
}

/**
 * The rows of an answer: a bare array, `{data: […]}`, or a map of users by id; null for anything else.
 * Entries that are no objects are left out.
 */
export function unwrapList(body: unknown, key: readonly string[]): Row[] | null {
  const inner = isObject(body) && body['data'] !== undefined ? body['data'] : body
  if (Array.isArray(inner)) return inner.filter(isObject)
  const [field] = key
  if (!isObject(inner) || field === undefined || !isMapOf(inner)) return null
  return Object.entries(inner).flatMap(([id, row]) =>
    isObject(row) ? [{ [field]: id, ...row }] : [],
  )
}

async function fetchWithFallback(
  name: CollectionName,
  options: { urgency: Urgency; signal: AbortSignal; headers: Record<string, string> },
): Promise<Answer> {
  const { path, fallbackPath } = collectionOf(name)
  try {
    return await send({ method: 'GET', path, ...options })
  } catch (thrown) {
    const missing = thrown instanceof Fault && thrown.status === 404
    if (!missing || fallbackPath === undefined) throw thrown
    return send({ method: 'GET', path: fallbackPath, ...options })
  }
}

/** A map of records has objects as values; `{}` is an empty one. */
function isMapOf(value: Record<string, unknown>): boolean {
  return Object.values(value).every(isObject)
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function timeOf(header: string | null): number | null {
  const at = header === null ? Number.NaN : Date.parse(header)
  return Number.isNaN(at) ? null : at
}
