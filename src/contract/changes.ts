/** How a list is refreshed by what changed, where the server offers it (decisions/console/collections.md). */
import { z } from 'zod/mini'
import type { Row } from '#contract/collections.ts'

/** Where a client stands: the sequence and epoch that came with its last answer. */
export interface SyncCursor {
  readonly since: number
  readonly epoch: string
}

/** The headers in which a list tells of itself; a list without them is always asked for whole. */
export const LIST_HEADERS = {
  /** Raised by every change of the collection. */
  seq: 'X-Seq',
  /** Within it sequences have a meaning; another one after a restore from a backup. */
  epoch: 'X-Sync-Epoch',
  /** How many rows the collection has. */
  count: 'X-Count',
  /** When the ERP gave the rows. */
  asOf: 'X-As-Of',
} as const

/** The path of a list with the question what changed. */
export function pathSince(path: string, { since, epoch }: SyncCursor): string {
  return `${path}?since=${String(since)}&epoch=${encodeURIComponent(epoch)}`
}

/** The answer where the server can say what changed; any other answer is the whole list. */
export const Delta = z.looseObject({
  mode: z.literal('delta'),
  /** The standpoint that was asked from, and the one after it. */
  from: z.number(),
  seq: z.number(),
  epoch: z.string(),
  /** Rows that are new or different. */
  data: z.array(z.custom<Row>(isRow)),
  /** What is gone, as `rowKey` names it. */
  deleted: z.array(z.string()),
  /** How many rows the collection has then, and their checksum (`checksum.ts`). */
  count: z.number(),
  sum: z.string(),
})
export type Delta = z.infer<typeof Delta>

function isRow(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
