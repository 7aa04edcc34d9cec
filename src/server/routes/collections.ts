/** The list and pull routes of all collections, made from the registry. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LIST_HEADERS, type SyncCursor } from '#contract/changes.ts'
import {
  type CollectionName,
  collectionNames,
  collectionOf,
  type PeopleCollection,
  pulledCollections,
} from '#contract/collections.ts'
import { listEndpoint, pullEndpoint } from '#contract/endpoints.ts'
import type { Context } from '#server/context.ts'
import { type Changes, changesSince } from '#server/db/mirror/changes.ts'
import { type CollectionState, stateOf } from '#server/db/mirror/collection-states.ts'
import { peopleSince } from '#server/db/mirror/people-list.ts'
import { listRecords } from '#server/db/mirror/records.ts'
import { httpErrorOfErp } from '#server/http/erp-http-error.ts'
import { type Answer, type Call, JsonText, NOT_MODIFIED, serve } from '#server/http/serve.ts'

export function collectionRoutes(app: FastifyInstance, context: Context): void {
  for (const name of collectionNames) {
    const endpoint = listEndpoint(name)
    const { fallbackPath } = collectionOf(name)
    const paths = fallbackPath === undefined ? [endpoint.path] : [endpoint.path, fallbackPath]
    const handle = isPeople(name) ? peopleList(context, name) : recordList(context, name)
    for (const path of paths) serve(app, context, { ...endpoint, path }, handle)
  }
  for (const name of pulledCollections)
    serve(app, context, pullEndpoint(name), async ({ act, principal }) => {
      try {
        return await context.erp.pull(name, principal.username, { transaction: act })
      } catch (error) {
        throw httpErrorOfErp(error)
      }
    })
}

type ListCall = Call<string, undefined>

/**
 * A list as `{data: [...]}` with its sequence, epoch, count and age; a 304 if the client already has it;
 * only the changes for `?since=SEQ&epoch=ID` (decisions/console/collections.md).
 */
function recordList({ db, now }: Context, name: CollectionName) {
  return async ({ query, request, reply }: ListCall): Promise<Answer<never>> => {
    reply.header('Date', new Date(now()).toUTCString())
    const present = await stateOf(db, name)
    const etag = etagOf(name, present)
    if (isKnown(request.headers['if-none-match'], etag)) {
      describe(reply, present, etag)
      return NOT_MODIFIED
    }
    const cursor = cursorOf(query)
    if (!cursor) {
      const { state, count, json } = await listRecords(db, name)
      describe(reply, state, etagOf(name, state), count)
      return new JsonText(listJson(json))
    }
    const changes = await changesSince(db, name, cursor)
    describe(reply, changes.state, etagOf(name, changes.state), changes.count)
    return new JsonText(changesJson(changes, cursor.since))
  }
}

/**
 * The same for admins and mobile users, who are few and have their own tables. Their tag includes the
 * checksum, because the list depends on the reserved user even if nothing was written.
 */
function peopleList({ db, env, now }: Context, name: PeopleCollection) {
  return async ({ query, request, reply }: ListCall): Promise<Answer<never>> => {
    reply.header('Date', new Date(now()).toUTCString())
    const cursor = cursorOf(query)
    const changes = await peopleSince(db, name, env.reservedMobileUser, cursor)
    const etag = etagOf(name, changes.state, changes.sum)
    describe(reply, changes.state, etag, changes.count)
    if (isKnown(request.headers['if-none-match'], etag)) return NOT_MODIFIED
    return new JsonText(cursor ? changesJson(changes, cursor.since) : listJson(changes.json))
  }
}

function isPeople(name: CollectionName): name is PeopleCollection {
  return name === 'admins' || name === 'wmsAiUsers'
}

const NEVER = -1

/** The cursor of a client; null if it asks for the whole list. */
function cursorOf({ since, epoch = '' }: ListCall['query']): SyncCursor | null {
  if (since === undefined) return null
  return { since: /^\d{1,15}$/.test(since) ? Number(since) : NEVER, epoch }
}

function etagOf(name: CollectionName, { epoch, seq }: CollectionState, sum?: string): string {
  const parts = [name, epoch.slice(0, 8), seq, ...(sum === undefined ? [] : [sum])]
  return `"${parts.join('-')}"`
}

function describe(reply: FastifyReply, state: CollectionState, etag: string, count?: number): void {
  reply.headers({
    ETag: etag,
    [LIST_HEADERS.seq]: String(state.seq),
    [LIST_HEADERS.epoch]: state.epoch,
    ...(count !== undefined && { [LIST_HEADERS.count]: String(count) }),
    ...(state.asOf && { [LIST_HEADERS.asOf]: state.asOf.toISOString() }),
  })
}

/** Weak comparison, because a compressing proxy makes a tag weak (RFC 9110 section 13.1.2). */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag)
}

/** The rows are already JSON and are inserted as they are. */
function listJson(json: string): string {
  return `{"data":${json}}`
}

function changesJson({ mode, state, count, sum, deleted, json }: Changes, since: number): string {
  const { seq, epoch } = state
  const from = mode === 'delta' ? { from: since } : {}
  const facts = JSON.stringify({ mode, ...from, seq, epoch, count, sum, deleted })
  return `${facts.slice(0, -1)},"data":${json}}`
}
