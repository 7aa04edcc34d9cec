/** The list and pull routes of all collections, made from the registry (architecture.md section 4). */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LIST_HEADERS } from '#contract/changes.ts'
import {
  type CollectionName,
  collectionNames,
  collectionOf,
  type PeopleCollection,
  pulledCollections,
} from '#contract/collections.ts'
import { listEndpoint, pullEndpoint } from '#contract/endpoints.ts'
import type { Context } from '#server/context.ts'
import { listAdmins } from '#server/db/admins.ts'
import { type Changes, changesSince } from '#server/db/changes.ts'
import { type CollectionState, stateOf } from '#server/db/collection-states.ts'
import { listMobileUsers } from '#server/db/mobile-users.ts'
import { listRecords } from '#server/db/records.ts'
import { refusalOfErp } from '#server/routes/erp-refusal.ts'
import { type Answer, type Call, JsonText, NOT_MODIFIED, serve } from '#server/routes/serve.ts'

export function collectionRoutes(app: FastifyInstance, context: Context): void {
  for (const name of collectionNames) {
    const endpoint = listEndpoint(name)
    const { fallbackPath } = collectionOf(name)
    const paths = fallbackPath === undefined ? [endpoint.path] : [endpoint.path, fallbackPath]
    const handle = isPeople(name) ? peopleList(context, name) : recordList(context, name)
    for (const path of paths) serve(app, context, { ...endpoint, path }, handle)
  }
  for (const name of pulledCollections)
    serve(app, context, pullEndpoint(name), async ({ principal }) => {
      try {
        return await context.erp.pull(name, principal.username)
      } catch (error) {
        throw refusalOfErp(error)
      }
    })
}

type ListCall = Call<string, undefined>

/**
 * A list as `{data: [...]}` with its sequence, epoch, count and age; a 304 where the client has it
 * already; what changed where it asks with `?since=SEQ&epoch=ID` (decisions.md 5.3).
 */
function recordList({ db, now }: Context, name: CollectionName) {
  return async ({ query, request, reply }: ListCall): Promise<Answer<never>> => {
    reply.header('Date', new Date(now()).toUTCString())
    const present = await stateOf(db, name)
    if (isKnown(request.headers['if-none-match'], etagOf(name, present))) {
      describe(reply, name, present)
      return NOT_MODIFIED
    }
    if (query['since'] === undefined) {
      const { state, count, json } = await listRecords(db, name)
      describe(reply, name, state, count)
      return new JsonText(`{"data":${json}}`)
    }
    const since = /^\d{1,15}$/.test(query['since']) ? Number(query['since']) : NEVER
    const changes = await changesSince(db, name, { since, epoch: query['epoch'] ?? '' })
    describe(reply, name, changes.state, changes.count)
    return new JsonText(changesJson(changes, since))
  }
}

/** People are few and stand in tables of their own: their ETag is made from what is sent. */
function peopleList(context: Context, name: PeopleCollection) {
  return async ({ request, reply }: ListCall): Promise<Answer<never>> => {
    const rows = await people[name](context)
    const json = JSON.stringify({ data: rows })
    const hash = createHash('sha256').update(json).digest('hex').slice(0, 16)
    const etag = `"${name}-${hash}"`
    reply.headers({
      Date: new Date(context.now()).toUTCString(),
      ETag: etag,
      [LIST_HEADERS.count]: String(rows.length),
    })
    return isKnown(request.headers['if-none-match'], etag) ? NOT_MODIFIED : new JsonText(json)
  }
}

const people: Record<PeopleCollection, (context: Context) => Promise<readonly unknown[]>> = {
  admins: ({ db }) => listAdmins(db),
  wmsAiUsers: ({ db, env }) => listMobileUsers(db, env.reservedMobileUser),
}

function isPeople(name: CollectionName): name is PeopleCollection {
  return Object.hasOwn(people, name)
}

const NEVER = -1

function etagOf(name: CollectionName, { epoch, seq }: CollectionState): string {
  return `"${name}-${epoch.slice(0, 8)}-${seq}"`
}

function describe(
  reply: FastifyReply,
  name: CollectionName,
  state: CollectionState,
  count?: number,
): void {
  reply.headers({
    ETag: etagOf(name, state),
    [LIST_HEADERS.seq]: String(state.seq),
    [LIST_HEADERS.epoch]: state.epoch,
    ...(count !== undefined && { [LIST_HEADERS.count]: String(count) }),
    ...(state.asOf && { [LIST_HEADERS.asOf]: state.asOf.toISOString() }),
  })
}

/** Weak comparison, because a proxy that compresses makes a tag weak (RFC 9110 section 13.1.2). */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag)
}

/** The rows are JSON already: they are put in as they are. */
function changesJson({ mode, state, count, sum, deleted, json }: Changes, since: number): string {
  const { seq, epoch } = state
  const from = mode === 'delta' ? { from: since } : {}
  const facts = JSON.stringify({ mode, ...from, seq, epoch, count, sum, deleted })
  return `${facts.slice(0, -1)},"data":${json}}`
}
