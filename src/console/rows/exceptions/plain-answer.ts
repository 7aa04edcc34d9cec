/**
 * The answer in a record in the shape that our own server writes, without the search for other spellings. Most
 * records of a list are such, and their search would take most of the time.
 */
import type { Row } from '#contract/collections.ts'
import { isAnswerField, RESPONSE_FIELDS } from '#contract/records/server-fields.ts'

/** What a plain answer says. */
export interface PlainAnswer {
  readonly success: boolean
  /** Never null for a failure. */
  readonly message: string | null
  readonly operationTime: unknown
}

const [RESPONSE] = RESPONSE_FIELDS
const ACKNOWLEDGMENT = 'netsuite_acknowledgment'
/** Another field could hold an error code or a second message. */
const PLAIN_FIELDS = new Set([
  'message',
  'operation_time',
  'success',
  'itemDetails',
  'inventoryAdjustmentId',
  'binTransferId',
  'inboundShipmentId',
  ACKNOWLEDGMENT,
])

/** Field names repeat from row to row. */
const isAnswer = new Map<string, boolean>()
const MAX_NAMES = 2_000

/** The answer of a record; null if it has none or has to be read with care. */
export function plainAnswer(row: Row): PlainAnswer | null {
  const response = row[RESPONSE]
  if (!isPlainObject(response)) return null
  const acknowledgment = response[ACKNOWLEDGMENT]
  if (!isPlainObject(acknowledgment)) return null
  const { success, message } = acknowledgment
  if (typeof success !== 'boolean') return null
  for (const field in row) if (field !== RESPONSE && isOtherAnswer(field)) return null
  const operationTime = response['operation_time']
  if (success) return { success, message: null, operationTime }
  if (typeof message !== 'string' || !/\w/.test(message) || message.includes('<')) return null
  return hasPlainFields(response) && hasPlainFields(acknowledgment)
    ? { success, message, operationTime }
    : null
}

function hasPlainFields(row: Row): boolean {
  for (const field in row) if (!PLAIN_FIELDS.has(field)) return false
  return true
}

function isOtherAnswer(field: string): boolean {
  const known = isAnswer.get(field)
  if (known !== undefined) return known
  if (isAnswer.size >= MAX_NAMES) isAnswer.clear()
  const is = isAnswerField(field)
  isAnswer.set(field, is)
  return is
}

function isPlainObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
