/** The headers that describe a list (`#contract/sync/changes.ts`). */
import type { FastifyReply } from 'fastify'
import type { ListName } from '#contract/lists.ts'
import { LIST_HEADERS } from '#contract/sync/changes.ts'
import type { CollectionState } from '#server/db/mirror/collection-states.ts'

/** The tag of a list at a sequence. */
export function etagOf(
  name: ListName,
  { epoch, seq }: Pick<CollectionState, 'epoch' | 'seq'>,
  sum?: string,
): string {
  const parts = [name, epoch.slice(0, 8), seq, ...(sum === undefined ? [] : [sum])]
  return `"${parts.join('-')}"`
}

/** Weak comparison, because a compressing proxy makes a tag weak (RFC 9110 section 13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag)
}

/**
 * Sets the headers.
 * @param count how many rows the list has; not needed by a client that has it
 */
export function describeList(
  reply: FastifyReply,
  state: Pick<CollectionState, 'epoch' | 'seq' | 'asOf'>,
  etag: string,
  count?: number,
): void {
  reply.headers({
    ETag: etag,
    [LIST_HEADERS.seq]: String(state.seq),
    [LIST_HEADERS.epoch]: state.epoch,
    ...(count !== undefined && { [LIST_HEADERS.count]: String(count) }),
    ...(state.asOf && { [LIST_HEADERS.asOf]: state.asOf.toISOString() }),
  })
}
