/** Reads a collection from the server, with a conditional request if the server offers it. */
import { Delta, LIST_HEADERS, pathSince, type SyncCursor } from '#contract/sync/changes.ts'
import type { Row } from '#contract/collections.ts'
import { listOf, type ListName } from '#contract/lists.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { endOnRefusal, sendRenewed } from '#console/data/api/call.ts'
import { offers } from '#console/data/api/config.ts'
import { Fault } from '#console/data/api/fault.ts'
import type { Urgency } from '#console/data/api/request-queue.ts'
import { reportLinkTrouble } from '#console/data/api/link-check.ts'
import { applyDelta, reuseUnchangedRows } from '#console/data/api/merge.ts'
import { send, type Answer } from '#console/data/api/send.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import { forEachChunked } from '#console/data/api/run-chunked.ts'
import { isObject } from '#console/rows/loose/objects.ts'
import { readSession } from '#console/session/session.ts'

/** A collection as this page knows it. */
export interface Snapshot {
  readonly rows: readonly Row[]
  /** Identifies this state of the list on the server; null if the server does not offer ETags. */
  readonly etag: string | null
  /** The cursor from which the server can send changes; absent if the server does not offer them. */
  readonly cursor?: SyncCursor
  /** When the ERP returned these rows, in ms by the server's clock. */
  readonly asOf: number | null
  /** When the rows were last fetched or confirmed, in ms by the server's clock. */
  readonly fetchedAt: number
}

/** Which requests go first, and when to give up. */
export interface FetchOptions {
  readonly urgency: Urgency
  readonly signal: AbortSignal
  /** Called as a whole list arrives, with its bytes. */
  readonly onProgress?: (here: number, of: number) => void
}

/**
 * Fetches a collection. An unchanged list costs a 304. If the server offers deltas, only the
 * changes are sent, and the whole list only if applying them does not give the server's state.
 * Unchanged rows stay the same objects.
 * @throws Fault
 */
export async function fetchCollection(
  name: ListName,
  known: Snapshot | undefined,
  options: FetchOptions,
): Promise<Snapshot> {
  const { token } = readSession()
  try {
    const answer = await ask(name, known, options)
    const read = await readAnswer(name, known, answer, options.signal)
    if (read) return read
    const whole = await readAnswer(name, known, await ask(name, undefined, options), options.signal)
    if (whole) return whole
    throw new Fault({ kind: 'shape', status: answer.status })
  } catch (thrown) {
    // The answer is not a list, so it may not come from the server.
    if (thrown instanceof Fault && thrown.kind === 'shape') reportLinkTrouble()
    endOnRefusal(listEndpoint(name), thrown, token)
    throw thrown
  }
}

/** Returns null if the answer refers to another state of the list than the one here. */
export async function readAnswer(
  name: ListName,
  known: Snapshot | undefined,
  { status, headers, body }: Answer,
  signal: AbortSignal,
): Promise<Snapshot | null> {
  const asOf = timeOf(headers.get(LIST_HEADERS.asOf))
  if (status === 304) {
    return known ? { ...known, asOf: asOf ?? known.asOf, fetchedAt: serverNow() } : null
  }
  const rows = await readRows(name, known, body, signal)
  if (rows === null) return null
  const cursor = cursorOf(headers)
  return {
    rows,
    etag: headers.get('etag'),
    ...(cursor && { cursor }),
    asOf,
    fetchedAt: serverNow(),
  }
}

async function readRows(
  name: ListName,
  known: Snapshot | undefined,
  body: unknown,
  signal: AbortSignal,
): Promise<readonly Row[] | null> {
  // Parsing a whole list as a delta would look at every row only to reject it.
  const delta = isObject(body) && body['mode'] !== undefined ? Delta.safeParse(body) : null
  if (delta?.success) {
    const { cursor } = known ?? {}
    const { from, epoch } = delta.data
    if (!known || cursor?.since !== from || cursor.epoch !== epoch) return null
    return applyDelta(name, known.rows, delta.data, signal)
  }
  const rows = unwrapList(body, listOf(name).key)
  let isReadable = rows !== null
  await forEachChunked(rows ?? [], signal, (row) => {
    isReadable &&= !isTooDeep(row)
  })
  if (rows === null || !isReadable) throw new Fault({ kind: 'shape', status: 200 })
  return known ? reuseUnchangedRows(name, known.rows, rows, signal) : rows
}

function cursorOf(headers: Headers): SyncCursor | null {
  const seq = headers.get(LIST_HEADERS.seq)
  const epoch = headers.get(LIST_HEADERS.epoch)
  return seq !== null && epoch !== null && /^\d+$/.test(seq) ? { since: Number(seq), epoch } : null
}

/**
 * The rows of an answer: a bare array, `{data: […]}`, or a map of users by id; null for anything
 * else. Entries that are not objects are left out.
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

/** Asks for changes, or for everything; falls back to the second address if the first does not exist. */
async function ask(
  name: ListName,
  known: Snapshot | undefined,
  options: FetchOptions,
): Promise<Answer> {
  const { path, fallbackPath } = listOf(name)
  const request = (at: string) => ({
    ...options,
    method: 'GET',
    path: known?.cursor && offers('deltas') ? pathSince(at, known.cursor) : at,
    headers: known?.etag ? { 'If-None-Match': known.etag } : {},
  })
  const get = (at: string): Promise<Answer> =>
    sendRenewed(listEndpoint(name), () => send(request(at)))
  if (fallbackPath !== undefined && movedLists.has(path)) return get(fallbackPath)
  try {
    return await get(path)
  } catch (thrown) {
    const missing = thrown instanceof Fault && thrown.status === 404
    if (!missing || fallbackPath === undefined) throw thrown
    const answer = await get(fallbackPath)
    movedLists.add(path)
    return answer
  }
}

/** The lists that this server has at their second address, so that the first is not tried every time. */
const movedLists = new Set<string>()

/** Deeper than any record, and too deep for the console's recursive readers. */
const MAX_NESTING = 100

function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth > MAX_NESTING) return true
  // Avoids allocating per row, because a list has hundreds of thousands of them.
  for (const field in value) if (isTooDeep((value as Row)[field], depth + 1)) return true
  return false
}

/** A map of records has only objects as values; `{}` is an empty map. */
function isMapOf(value: Record<string, unknown>): boolean {
  return Object.values(value).every(isObject)
}

/** The time of a header in ms, or null. */
export function timeOf(header: string | null): number | null {
  const at = header === null ? Number.NaN : Date.parse(header)
  return Number.isNaN(at) ? null : at
}
