/** The answer in a record as our own server stores it. No device can write one (decisions/server/bookings.md). */
import type { Row } from '#contract/collections.ts'

/** What the server itself said about a record. */
export interface OwnAnswer {
  readonly success: boolean
  readonly message: string | null
  /** In ms; null if the answer does not say. */
  readonly at: number | null
}

/** Null for a record without an answer, or with one that says neither. */
export function ownAnswerOf(row: Row): OwnAnswer | null {
  const response = asObject(row['netsuite_response'])
  const acknowledgment = asObject(response?.['netsuite_acknowledgment'])
  const success = acknowledgment?.['success']
  if (!response || !acknowledgment || typeof success !== 'boolean') return null
  const message = acknowledgment['message'] ?? response['message']
  const times = [response['operation_time'], row['updated_at'], row['created_at']]
  const at = times.map((one) => Date.parse(String(one))).find((one) => !Number.isNaN(one))
  return { success, message: typeof message === 'string' ? message : null, at: at ?? null }
}

/** A copy of an object; null for anything else. */
export function asObject(value: unknown): Row | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}
