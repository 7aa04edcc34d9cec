/**
 * A list in parts by key, where the server offers it. Each part can be shown and stored when it arrives, and none is
 * sent twice (decisions/console/collections.md).
 */
import { z } from 'zod/mini'
import { isColumns, type Columns } from '#contract/sync/columns.ts'

/** A range of keys: from one on, up to but not including another; to the end without one. */
export interface KeyRange {
  readonly from: string
  readonly to: string | null
}

/** The path of the first part of a list. It has few rows, and says where the other parts start. */
export function pathOfFirstPart(path: string): string {
  return `${path}?part=first`
}

/** The path of another part. */
export function pathOfPart(path: string, { from, to }: KeyRange): string {
  const end = to === null ? '' : `&to=${encodeURIComponent(to)}`
  return `${path}?part=range&from=${encodeURIComponent(from)}${end}`
}

/** The rows of a range of keys at one sequence. */
export const Part = z.looseObject({
  mode: z.literal('part'),
  seq: z.number(),
  epoch: z.string(),
  /** The number of rows of the whole list at this sequence, and their checksum (`checksum.ts`). */
  count: z.number(),
  sum: z.string(),
  /** In the first part: the keys at which the other parts start, in order. */
  starts: z.optional(z.array(z.string())),
  data: z.custom<Columns>(isColumns),
})
export type Part = z.infer<typeof Part>
