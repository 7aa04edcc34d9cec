/** Parts of lists by key: what a query asks for, and the answer (`#contract/sync/parts.ts`). */
import type { z } from 'zod/mini'
import type { ListName } from '#contract/lists.ts'
import { refusals } from '#contract/refusals.ts'
import { toColumns } from '#contract/sync/columns.ts'
import type { KeyRange, Part } from '#contract/sync/parts.ts'
import type { Database } from '#server/db/database.ts'
import { firstPart, type ListPart, partIn } from '#server/db/mirror/parts.ts'
import { HttpError } from '#server/http/http-error.ts'

/** The first part of a list, or a range of its keys. */
export type AskedPart = 'first' | KeyRange

/**
 * The part that a query asks for; null if it asks for none.
 * @param query as Fastify parsed it: a repeated parameter is a list
 * @throws HttpError 400
 */
export function askedPart(query: unknown): AskedPart | null {
  const given = typeof query === 'object' ? query : null
  const { part, from, to }: Partial<Record<string, unknown>> = { ...given }
  if (part === undefined) return null
  if ([part, from, to].some((value) => Array.isArray(value)))
    throw new HttpError(400, refusals.partRepeated)
  if (part === 'first') return 'first'
  if (part !== 'range') throw new HttpError(400, refusals.partUnknown)
  if (typeof from !== 'string') throw new HttpError(400, refusals.rangeWithoutFrom)
  return { from, to: typeof to === 'string' ? to : null }
}

/**
 * Reads a part of a list.
 * @throws HttpError 400 for a range that does not end behind its start
 */
export async function partOf(db: Database, name: ListName, asked: AskedPart): Promise<ListPart> {
  const part = asked === 'first' ? await firstPart(db, name) : await partIn(db, name, asked)
  if (!part) throw new HttpError(400, refusals.rangeEmpty)
  return part
}

/** The answer with a part. */
export function partJson({ state, count, sum, starts, rows }: ListPart): string {
  const { seq, epoch } = state
  const start = starts && { starts: [...starts] }
  const answer: z.infer<typeof Part> = {
    mode: 'part',
    seq,
    epoch,
    count,
    sum,
    ...start,
    data: toColumns(rows),
  }
  return JSON.stringify(answer)
}
