/** The list and pull routes of all collections and side lists, made from their registries. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SyncCursor } from '#contract/sync/changes.ts'
import {
  collectionNames,
  collectionOf,
  isPeople,
  type PeopleCollection,
} from '#contract/collections.ts'
import { pullEndpoint } from '#contract/sync/list-endpoints.ts'
import { type ListName, pulledLists } from '#contract/lists.ts'
import { sideListNames, sideListOf } from '#contract/side-lists.ts'
import type { Context } from '#server/context.ts'
import type { CollectionState } from '#server/db/mirror/collection-states.ts'
import { peopleSince } from '#server/db/mirror/people-list.ts'
import { httpErrorOfErp } from '#server/http/erp-http-error.ts'
import { describeList, etagOf, isKnown } from '#server/http/lists/list-headers.ts'
import { JsonText, NOT_MODIFIED, PackedJson, serve } from '#server/http/serve.ts'
import {
  createRecentLists,
  type ListCall,
  type ListTag,
  type ServedList,
  serveList,
} from '#server/http/lists/serve-list.ts'
import {
  changesJson,
  createListAnswers,
  type ListAnswers,
  listJson,
} from '#server/routes/list-answers.ts'
import { askedPart } from '#server/routes/list-parts.ts'

export function collectionRoutes(app: FastifyInstance, context: Context): void {
  const recent = createRecentLists(context)
  const answers = createListAnswers(context)
  for (const name of collectionNames) {
    const { path, fallbackPath } = collectionOf(name)
    const list = isPeople(name) ? peopleList(context, name) : recordList(answers, name)
    for (const one of fallbackPath === undefined ? [path] : [path, fallbackPath])
      serveList(app, context, recent, { ...list, name, path: one })
  }
  for (const name of sideListNames)
    serveList(app, context, recent, {
      ...recordList(answers, name),
      name,
      path: sideListOf(name).path,
    })
  for (const name of pulledLists)
    serve(app, context, pullEndpoint(name), async ({ act, principal, request, reply }) => {
      try {
        const pull = context.erp.pull(name, principal.username, { transaction: act })
        const patienceMs = patienceOf(request)
        if (patienceMs === null || (await endsWithin(pull, patienceMs))) return await pull
      } catch (error) {
        throw httpErrorOfErp(error)
      }
      reply.code(202).header('Preference-Applied', 'respond-async')
      return new JsonText('{}')
    })
}

/**
 * How long the caller of a pull waits for its answer, in ms; null if until its end. Our console follows a long pull by
 * its run, because six open ones would take all connections of the browser (decisions/server/erp-pulls.md).
 */
function patienceOf({ headers }: FastifyRequest): number | null {
  const asked = String(headers.prefer ?? '')
  if (!/\brespond-async\b/i.test(asked)) return null
  return Number(/\bwait=(\d{1,3})\b/i.exec(asked)?.[1] ?? 0) * 1_000
}

/** Whether a task succeeds or fails in time. If not, it goes on. */
async function endsWithin(task: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  const ended = task.then(
    () => true,
    () => true,
  )
  return Promise.race([ended, late]).finally(() => clearTimeout(timer))
}

type AnsweredList = Pick<ServedList, 'tagOf' | 'handle'>

/**
 * A list as `{data: [...]}` with its sequence, epoch, count and age; a 304 if the client already has it;
 * only the changes for `?since=SEQ&epoch=ID`, only some rows for `?part=` (decisions/console/collections.md).
 */
function recordList(answers: ListAnswers, name: ListName): AnsweredList {
  return {
    tagOf: (state) => ({ etag: etagOf(name, state) }),
    handle: async ({ query, request, reply, state: present }) => {
      const form = askedPart(request.query) ?? cursorOf(query) ?? 'list'
      const { state, count, packed } = await answers(request, present, form)
      describeList(reply, state, etagOf(name, state), count)
      return new PackedJson(packed)
    },
  }
}

/**
 * The same for admins and mobile users, who are few and have their own tables; their lists are never
 * divided. Their tag includes the checksum, because the list depends on the reserved user even if nothing
 * was written. It is kept, so that a 304 reads no rows.
 */
function peopleList(
  { db, env }: Pick<Context, 'db' | 'env'>,
  name: PeopleCollection,
): AnsweredList {
  let last: (ListTag & Pick<CollectionState, 'epoch' | 'seq'>) | null = null
  return {
    tagOf: ({ epoch, seq }) => (last?.epoch === epoch && last.seq === seq ? last : null),
    handle: async ({ query, request, reply }) => {
      const cursor = cursorOf(query)
      const changes = await peopleSince(db, name, env.reservedMobileUser, cursor)
      const { state, sum, count } = changes
      const etag = etagOf(name, state, sum)
      last = { epoch: state.epoch, seq: state.seq, etag, count }
      describeList(reply, state, etag, count)
      if (isKnown(request.headers['if-none-match'], etag)) return NOT_MODIFIED
      return new JsonText(cursor ? changesJson(changes, cursor.since) : listJson(changes.json))
    },
  }
}

const NEVER = -1

/** The cursor of a client; null if it asks for the whole list. */
function cursorOf({ since, epoch = '' }: ListCall['query']): SyncCursor | null {
  if (since === undefined) return null
  return { since: /^\d{1,15}$/.test(since) ? Number(since) : NEVER, epoch }
}
