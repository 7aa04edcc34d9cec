/** Answers calls for lists: like `serve`, with the state of the list, and quickly where nothing changed. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ListName, listOf } from '#contract/lists.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { signedInOf, type SignedIn } from '#server/auth/principal.ts'
import { tokenHashOf } from '#server/auth/tokens.ts'
import type { Context } from '#server/context.ts'
import type { CollectionState } from '#server/db/mirror/collection-states.ts'
import { findSessionWithState } from '#server/db/mirror/session-with-state.ts'
import { admitted, refusalOf } from '#server/http/admission.ts'
import { bearerOf } from '#server/http/headers/bearer.ts'
import { describeList, isKnown } from '#server/http/lists/list-headers.ts'
import { createRecentReads, type RecentReads } from '#server/http/lists/recent-reads.ts'
import {
  type Answer,
  answer,
  callOf,
  NOT_MODIFIED,
  type PublicCall,
  routeOf,
} from '#server/http/serve.ts'

/** The input of a handler: the caller is as of the arrival of the call, and so is the list. */
export interface ListCall extends PublicCall<string, undefined>, SignedIn {
  readonly state: CollectionState
}

/** The tag of a list, and how many rows it has if its 304 says so. */
export interface ListTag {
  readonly etag: string
  readonly count?: number
}

/** A list and how it is answered. */
export interface ServedList {
  readonly name: ListName
  readonly path: string
  /** The tag at a state; null if only the rows show it. */
  readonly tagOf: (state: CollectionState) => ListTag | null
  readonly handle: (call: ListCall) => Promise<Answer<never>>
}

/** What lists were read with a moment ago. */
export interface RecentLists {
  readonly callers: RecentReads<SignedIn>
  readonly states: RecentReads<CollectionState>
}

export function createRecentLists(context: Context): RecentLists {
  return {
    callers: createRecentReads<SignedIn>(context),
    states: createRecentReads<CollectionState>(context),
  }
}

/**
 * Answers a list. A caller who names its tag gets a 304, which carries no data, from what this process has read within
 * the last second. Every other answer reads session, rights and state in the database
 * (decisions/server/hot-path.md).
 */
export function serveList(
  app: FastifyInstance,
  context: Context,
  recent: RecentLists,
  { name, path, tagOf, handle }: ServedList,
): void {
  const endpoint = { ...listEndpoint(name), path }
  const { access } = listOf(name)

  const isUnchanged = (request: FastifyRequest, reply: FastifyReply, state: CollectionState) => {
    const given = request.headers['if-none-match']
    const tag = given === undefined ? null : tagOf(state)
    if (!tag || !isKnown(given, tag.etag)) return false
    describeList(reply, state, tag.etag, tag.count)
    return true
  }

  /** The state of the list, if the caller had access a moment ago. */
  const recentState = (tokenHash: string, request: FastifyRequest): CollectionState | null => {
    const caller = recent.callers.get(tokenHash)
    if (!caller || caller.session.expiresAt.getTime() <= context.now()) return null
    return refusalOf(access, caller, request) === null ? recent.states.get(name) : null
  }

  const read = async (
    tokenHash: string,
  ): Promise<(SignedIn & { state: CollectionState }) | null> => {
    const now = recent.callers.now()
    const row = await findSessionWithState(context.db, tokenHash, new Date(now.at), name)
    if (!row) return null
    const caller = signedInOf(row.found)
    recent.callers.put(tokenHash, caller, now)
    recent.states.put(name, row.state, now)
    return { ...caller, state: row.state }
  }

  app.route({
    ...routeOf(endpoint),
    handler: async (request, reply) => {
      reply.header('Date', new Date(context.now()).toUTCString())
      const token = bearerOf(request)
      const tokenHash = token === null ? null : tokenHashOf(token)
      const state = tokenHash === null ? null : recentState(tokenHash, request)
      if (state && isUnchanged(request, reply, state)) return answer(endpoint, reply, NOT_MODIFIED)
      const found = tokenHash === null ? null : await read(tokenHash)
      const caller = admitted(access, found, request)
      const call = { ...callOf(context, endpoint, request, reply), ...caller }
      const isKnownTag = isUnchanged(request, reply, caller.state)
      return answer(endpoint, reply, isKnownTag ? NOT_MODIFIED : await handle(call))
    },
  })
}
