/** One floor record as an exception, if NetSuite refused it or has not answered. */
import type { Row } from '#contract/collections.ts'
import type { CauseId } from '#contract/causes/causes.ts'
import { causeOf } from '#contract/causes/recognise.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import { MAX_NESTING, parseText } from '#contract/records/nested-text.ts'
import {
  caseKey,
  type ExceptionCollection,
  type ExceptionKind,
} from '#contract/records/exceptions.ts'
import { plainAnswer } from '#console/rows/exceptions/plain-answer.ts'
import { timeOf } from '#console/rows/formats.ts'
import { answerOf, type ErpAnswer, outcomeIn } from '#console/rows/loose/erp-answer.ts'
import { idOf, textOf, valueOf } from '#console/rows/loose/loose.ts'
import { momentOf } from '#console/rows/loose/moment.ts'
import { CREATED_FIELDS, RESPONSE_FIELDS, UPDATED_FIELDS } from '#contract/records/server-fields.ts'

/** One thing that needs attention. */
export interface ExceptionRecord {
  /** `caseKey` of the contract, under which the server knows its case. */
  readonly key: string
  readonly collection: ExceptionCollection
  /** The id of the record; `sync` or `row:…` for a sync. */
  readonly id: string
  readonly kind: ExceptionKind
  readonly cause: CauseId
  /** What NetSuite wrote; null if it has not answered. */
  readonly message: string | null
  /** When NetSuite refused it, or since when it waits, in ms; null if the record does not say. */
  readonly at: number | null
  /** The record as stored; null for a sync. */
  readonly row: Row | null
}

/** What a record means here: an exception or a candidate for one, or when it succeeded. */
export type ReadException =
  | { readonly record: ExceptionRecord }
  | { readonly succeededAt: number | null }

const ID = ['id', '_id', 'record_id']

/** Reads one record. A record without an answer is returned as `unanswered`, however young it is. */
export function readException(collection: FloorCollection, row: Row): ReadException {
  const plain = plainAnswer(row)
  if (plain) {
    const at = timeOf(plain.operationTime) ?? writtenAt(row)
    if (plain.success) return { succeededAt: at }
    const { message } = plain
    return exception(collection, row, { kind: 'refused', cause: causeOf({ message }), message, at })
  }
  const answer = answerOf(row)
  const outcome = outcomeIn(row, answer)
  const at = timeOf(answer?.operationTime ?? null) ?? writtenAt(row)
  if (outcome === 'succeeded') return { succeededAt: at }
  if (outcome === 'none') {
    const made = timeIn(row, CREATED_FIELDS)
    const waiting = { kind: 'unanswered', cause: 'no-answer', message: null, at: made } as const
    return exception(collection, row, waiting)
  }
  const message = messageIn(answer)
  const code = errorCodeIn(valueOf(row, RESPONSE_FIELDS))
  const cause = causeOf({ code, message })
  return exception(collection, row, { kind: 'refused', cause, message, at })
}

type Facts = Pick<ExceptionRecord, 'kind' | 'cause' | 'message' | 'at'>

function exception(collection: FloorCollection, row: Row, facts: Facts): ReadException {
  const id = String(idOf(valueOf(row, ID)) ?? '')
  return { record: { key: caseKey(collection, id), collection, id, ...facts, row } }
}

function messageIn(answer: ErpAnswer | null): string | null {
  return answer === null ? null : (answer.acknowledgment.message ?? answer.message)
}

/** When a record was last changed or made. */
function writtenAt(row: Row): number | null {
  return timeIn(row, UPDATED_FIELDS) ?? timeIn(row, CREATED_FIELDS)
}

function timeIn(row: Row, fields: readonly string[]): number | null {
  return timeOf(momentOf(valueOf(row, fields)))
}

/** NetSuite's code of an error, wherever it is in the answer. */
function errorCodeIn(value: unknown, depth = 0): string | null {
  if (depth > MAX_NESTING) return null
  if (typeof value === 'string') {
    const parsed = value.includes('o:errorCode') ? parseText(value) : undefined
    return parsed === undefined ? null : errorCodeIn(parsed, depth + 1)
  }
  if (typeof value !== 'object' || value === null) return null
  const own: unknown = Reflect.get(value, 'o:errorCode')
  if (typeof own === 'string') return textOf(own)
  for (const part of Object.values(value)) {
    const code = errorCodeIn(part, depth + 1)
    if (code !== null) return code
  }
  return null
}
