/** Reads a part of a list from the server; its parts arrive, are shown and are stored one by one. */
import { LIST_HEADERS } from '#contract/sync/changes.ts'
import { listOf, type ListName } from '#contract/lists.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { Part, pathOfFirstPart, pathOfPart, type KeyRange } from '#contract/sync/parts.ts'
import { endOnRefusal, sendRenewed } from '#console/data/api/call.ts'
import {
  readAnswer,
  timeOf,
  type FetchOptions,
  type Snapshot,
} from '#console/data/api/fetch-collection.ts'
import { send, type Answer } from '#console/data/api/send.ts'
import { readSession } from '#console/session/session.ts'

/** A part as the server sent it, with the age and the state of its list. */
export interface FetchedPart {
  readonly part: Part
  readonly asOf: number | null
  readonly etag: string | null
}

/**
 * Fetches the rows of a range of keys.
 * @returns null if the server does not answer with a part
 * @throws Fault
 */
export async function fetchPart(
  name: ListName,
  range: KeyRange,
  options: FetchOptions,
): Promise<FetchedPart | null> {
  return partOf(await ask(name, pathOfPart(listOf(name).path, range), options))
}

/**
 * Fetches the first part of a list, or all of a list that the server does not send in parts.
 * @throws Fault
 */
export async function fetchFirstPart(
  name: ListName,
  options: FetchOptions,
): Promise<FetchedPart | Snapshot | null> {
  const answer = await ask(name, pathOfFirstPart(listOf(name).path), options)
  return partOf(answer) ?? readAnswer(name, undefined, answer, options.signal)
}

async function ask(name: ListName, path: string, options: FetchOptions): Promise<Answer> {
  const { token } = readSession()
  try {
    const request = { ...options, method: 'GET', path }
    return await sendRenewed(listEndpoint(name), () => send(request))
  } catch (thrown) {
    endOnRefusal(listEndpoint(name), thrown, token)
    throw thrown
  }
}

function partOf({ body, headers }: Answer): FetchedPart | null {
  const read = Part.safeParse(body)
  if (!read.success) return null
  const asOf = timeOf(headers.get(LIST_HEADERS.asOf))
  return { part: read.data, asOf, etag: headers.get('etag') }
}
