/** The format of a part of a stored list: its rows as columns. */
import type { Row } from '#contract/collections.ts'
import { isColumns, type Columns } from '#contract/sync/columns.ts'

/** Rows to add or replace, and the keys of removed ones. */
export interface StoredPart {
  /** The parts that belong together, because unencrypted parts are not bound to each other. */
  readonly base: string
  readonly put: Columns
  readonly gone: readonly string[]
  /** The sequence of the rows, while the list is arriving. */
  readonly seq?: number
}

/** The rows of a head, stored apart from it. */
export interface HeadRows {
  readonly base: string
  readonly rows: readonly Row[]
}

/** The stored rows of a head, or null if they are malformed or belong to other parts. */
export function parseHeadRows(base: string, value: unknown): readonly Row[] | null {
  if (typeof value !== 'object' || value === null) return null
  const part = value as Partial<HeadRows>
  return part.base === base && Array.isArray(part.rows) ? part.rows : null
}

/** A list that is arriving: where its parts start, and what is known of all of it. */
export interface ArrivalPlan {
  readonly epoch: string
  readonly starts: readonly string[]
  readonly of: number
  readonly asOf: number | null
}

/** A stored part, or null if it is malformed or belongs to other parts. */
export function parseStoredPart(base: string, value: unknown): StoredPart | null {
  if (typeof value !== 'object' || value === null) return null
  const part = value as Partial<StoredPart>
  const isPart = part.base === base && isColumns(part.put) && isTexts(part.gone)
  return isPart ? (part as StoredPart) : null
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
