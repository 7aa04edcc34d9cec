/** The format of a part of a stored list: its rows as columns, with the checksum of the rows. */
import { columnsSum } from '#contract/sync/checksum.ts'
import type { Columns } from '#contract/sync/columns.ts'
import { packColumns, unpackColumns } from '#console/data/device/packed-columns.ts'
import type { OpenedPart } from '#console/data/device/snapshot-sealing.ts'

/** Rows to add or replace, and the keys of removed ones. */
export interface StoredPart {
  /** The parts that belong together, because unencrypted parts are not bound to each other. */
  readonly base: string
  readonly put: Columns
  readonly gone: readonly string[]
  /** The checksum of the rows. */
  readonly sum: string
  /** The sequence of the rows, while the list is arriving. */
  readonly seq?: number
}

/** A list that is arriving: where its parts start, and what is known of all of it. */
export interface ArrivalPlan {
  readonly epoch: string
  readonly starts: readonly string[]
  readonly of: number
  readonly asOf: number | null
}

/** The bytes of a part. */
export function packPart({ put, ...facts }: StoredPart): Uint8Array<ArrayBuffer> {
  return packColumns(facts, put)
}

/**
 * A stored part, or null if it is malformed or belongs to other parts. Decryption has proven that its bytes are those
 * that were stored. Without it the rows are summed.
 */
export function parseStoredPart(base: string, opened: OpenedPart | undefined): StoredPart | null {
  if (!opened) return null
  try {
    const { facts, columns: put } = unpackColumns(opened.bytes)
    if (typeof facts !== 'object' || facts === null) return null
    const { gone, sum, ...more } = facts as Partial<StoredPart>
    if (more.base !== base || !isTexts(gone) || typeof sum !== 'string') return null
    const seq = typeof more.seq === 'number' ? { seq: more.seq } : {}
    return { base, put, gone, sum: opened.isProven ? sum : columnsSum(put), ...seq }
  } catch {
    return null
  }
}

/** The head of a list that is arriving, or null for other heads. */
export function parsePlan(value: unknown): ArrivalPlan | null {
  if (typeof value !== 'object' || value === null || !('arriving' in value)) return null
  const { epoch, starts, of, asOf } = (value.arriving ?? {}) as Partial<ArrivalPlan>
  if (typeof epoch !== 'string' || !isTexts(starts) || typeof of !== 'number') return null
  return { epoch, starts, of, asOf: asOf ?? null }
}

/** The head of a list that is arriving. */
export function planHead({ epoch, starts, of, asOf }: ArrivalPlan): {
  readonly arriving: ArrivalPlan
} {
  return { arriving: { epoch, starts, of, asOf } }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}
