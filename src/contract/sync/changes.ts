/** Refreshing a list by its changes, where the server offers it (decisions/console/collections.md). */
import { z } from 'zod/mini'
import type { Row } from '#contract/collections.ts'

/** The sequence and epoch of the last answer that a client received. */
export interface SyncCursor {
  readonly since: number
  readonly epoch: string
}

/** The headers that describe a list; a list without them is always fetched in full. */
export const LIST_HEADERS = {
  /** Raised by every change of the collection. */
  seq: 'X-Seq',
  /** The lifetime in which sequences count; a restored backup begins another one. */
  epoch: 'X-Sync-Epoch',
  /** How many rows the collection has. */
  count: 'X-Count',
  /** When the rows were read from the ERP. */
  asOf: 'X-As-Of',
} as const

/** The path of a list, asking for the changes since a cursor. */
export function pathSince(path: string, { since, epoch }: SyncCursor): string {
  return `${path}?since=${String(since)}&epoch=${encodeURIComponent(epoch)}`
}

/** The answer when the server knows the changes; any other answer is the whole list. */
export const Delta = z.looseObject({
  mode: z.literal('delta'),
  /** The sequence that was asked from, and the one after the changes. */
  from: z.number(),
  seq: z.number(),
  epoch: z.string(),
  /** Rows that are new or different. */
  data: z.array(z.custom<Row>(isRow)),
  /** Keys of deleted rows, as `rowKey` makes them. */
  deleted: z.array(z.string()),
  /** The number of rows after the changes, and their checksum (`checksum.ts`). */
  count: z.number(),
  sum: z.string(),
})
export type Delta = z.infer<typeof Delta>

function isRow(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
