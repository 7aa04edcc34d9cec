/** The ERP's answer to a record, however it was stored (decisions/console/reading-records.md). */
import type { Row } from '#contract/collections.ts'
import { parseText } from '#contract/records/nested-text.ts'
import type { ErpOutcome } from '#contract/records/erp-response.ts'
import {
  ACKNOWLEDGMENT_FIELDS,
  INNER_ACKNOWLEDGMENT_FIELDS,
  RESPONSE_FIELDS,
  SUCCESS_FLAG_FIELDS,
} from '#contract/records/server-fields.ts'
import { formatText } from '#console/rows/formats.ts'
import { entriesIn, idOf, isFilled, plainValueOf, valueOf } from '#console/rows/loose/loose.ts'
import { momentOf } from '#console/rows/loose/moment.ts'
import { objectsIn } from '#console/rows/loose/objects.ts'
import { pageText } from '#console/rows/loose/page-text.ts'
import { unreadIn, withOuter } from '#console/rows/loose/rest.ts'
import { successOf, successOfText } from '#console/rows/loose/success.ts'

type Id = string | number | null

/** The answer in a single shape. */
export interface ErpAnswer {
  readonly message: string | null
  /** ISO 8601 if it can be read as a time. */
  readonly operationTime: string | null
  readonly acknowledgment: Acknowledgment
  readonly items: readonly Row[]
  /** Undeclared fields, under their own names. */
  readonly rest: Row
}

interface Acknowledgment {
  readonly message: string | null
  /** Null if the answer does not say. */
  readonly success: boolean | null
  readonly inventoryAdjustmentId: Id
  readonly binTransferId: Id
  readonly inboundShipmentId: Id
}

const ACKNOWLEDGMENT = [...ACKNOWLEDGMENT_FIELDS, ...INNER_ACKNOWLEDGMENT_FIELDS]
const MESSAGE = ['message', 'detail', 'error', 'errors', 'error_message']
/** Part of an error in NetSuite's own format (erp.md section 5). */
const ERROR_DETAILS = ['o:errorDetails']
const ERROR = ['error', 'errors', 'error_message', ...ERROR_DETAILS]
const TITLE = ['title']
const TIME = ['operation_time']
const SUCCESS = ['success', 'is_success']
const STATUS = ['status', 'status_code']
const ITEMS = ['itemDetails', 'items', 'item_data']
const ADJUSTMENT_ID = ['inventoryAdjustmentId']
const TRANSFER_ID = ['binTransferId']
const SHIPMENT_ID = ['inboundShipmentId']

/** The fields an answer is read from, as groups of synonyms. */
export const ANSWER_FIELDS = [RESPONSE_FIELDS, SUCCESS_FLAG_FIELDS, ACKNOWLEDGMENT_FIELDS]

const WORD_FIELDS = [MESSAGE, SUCCESS, ITEMS, ADJUSTMENT_ID, TRANSFER_ID, SHIPMENT_ID]
const ALL_FIELDS = [...WORD_FIELDS, ACKNOWLEDGMENT, TIME]
const WITHOUT_ITEMS = ALL_FIELDS.filter((group) => group !== ITEMS)

/** The answer in a record, or null if there is none; text that is not JSON becomes the message. */
export function answerOf(record: Row): ErpAnswer | null {
  const answers = answersIn(valueOf(record, RESPONSE_FIELDS))
  // Some apps store the acknowledgment next to the answer.
  const beside = valueOf(record, ACKNOWLEDGMENT_FIELDS)
  if (beside !== null) answers.push(readAnswer({ acknowledgment: beside }))
  const [first, ...others] = answers
  return first ? others.reduce(mergeAnswers, first) : null
}

/** The answer as stored, a text of JSON as its value. */
export function rawAnswerOf(record: Row): unknown {
  const stored = valueOf(record, RESPONSE_FIELDS) ?? valueOf(record, ACKNOWLEDGMENT_FIELDS)
  return typeof stored === 'string' ? (parseText(stored) ?? stored) : stored
}

/** Which of the three states a record is in; the record's own flag takes precedence. */
export function outcomeIn(record: Row, answer: ErpAnswer | null): ErpOutcome {
  const success =
    successOf(valueOf(record, SUCCESS_FLAG_FIELDS)) ?? answer?.acknowledgment.success ?? null
  if (success === null) return 'none'
  return success ? 'succeeded' : 'failed'
}

/** One answer, or several in a list. */
function answersIn(stored: unknown): ErpAnswer[] {
  const objects = objectsIn(stored).filter((row) => Object.values(row).some(isFilled))
  if (objects.length > 0) return objects.map(readAnswer)
  const said = plainAcknowledgmentIn(stored)
  if (!said) return []
  const { message } = said
  const acknowledgment = { ...said, message: null }
  return [{ message, operationTime: null, acknowledgment, items: [], rest: {} }]
}

function readAnswer(response: Row): ErpAnswer {
  const own = readAcknowledgment(response)
  const stored = valueOf(response, ACKNOWLEDGMENT)
  const parts = objectsIn(stored)
  const said =
    parts.length > 0
      ? parts.map(readAcknowledgment).reduce(mergeAcknowledgments)
      : plainAcknowledgmentIn(stored)
  const items = parts.flatMap(itemsIn)
  const hasOwnItems = items.length === 0
  return {
    message: own.message,
    operationTime: momentOf(valueOf(response, TIME)),
    acknowledgment: {
      ...mergeAcknowledgments({ ...own, message: null }, said ?? EMPTY_ACKNOWLEDGMENT),
      // The acknowledgment's own result takes precedence over that of the answer around it.
      success: said?.success ?? own.success,
    },
    items: hasOwnItems ? itemsIn(response) : items,
    rest: parts.reduce<Row>(
      (rest, part) => withOuter(unreadIn(part, WORD_FIELDS), rest, 'response'),
      unreadIn(response, hasOwnItems ? ALL_FIELDS : WITHOUT_ITEMS),
    ),
  }
}

function itemsIn(row: Row): Row[] {
  return entriesIn(valueOf(row, ITEMS))
}

function readAcknowledgment(row: Row): Acknowledgment {
  const details = objectsIn(valueOf(row, ERROR_DETAILS)).map((error) => valueOf(error, MESSAGE))
  const message = textIn(valueOf(row, MESSAGE)) ?? textIn(details) ?? textIn(valueOf(row, TITLE))
  const hasError = valueOf(row, ERROR) !== null && ERROR.some((field) => saysError(row, field))
  return {
    message,
    success:
      successOf(valueOf(row, SUCCESS)) ??
      successOf(valueOf(row, STATUS)) ??
      (hasError ? false : null),
    inventoryAdjustmentId: idOf(valueOf(row, ADJUSTMENT_ID)),
    binTransferId: idOf(valueOf(row, TRANSFER_ID)),
    inboundShipmentId: idOf(valueOf(row, SHIPMENT_ID)),
  }
}

/** Whether a field names an error. `errors: {}` and the text `[]` do not: some servers send them with every success. */
function saysError(row: Row, field: string): boolean {
  const error = plainValueOf(valueOf(row, [field]))
  return error !== null && successOf(error) !== false
}

const EMPTY_ACKNOWLEDGMENT: Acknowledgment = {
  message: null,
  success: null,
  inventoryAdjustmentId: null,
  binTransferId: null,
  inboundShipmentId: null,
}

/** Reads an acknowledgment that is plain text or a boolean. */
function plainAcknowledgmentIn(stored: unknown): Acknowledgment | null {
  if (!isFilled(stored)) return null
  if (typeof stored === 'boolean') return { ...EMPTY_ACKNOWLEDGMENT, success: stored }
  const message = textIn(stored)
  return message === null
    ? null
    : { ...EMPTY_ACKNOWLEDGMENT, message, success: successOfText(message) }
}

/** Merges two acknowledgments; if either failed, the person must see the failure. */
function mergeAcknowledgments(one: Acknowledgment, other: Acknowledgment): Acknowledgment {
  const hasFailed = one.success === false || other.success === false
  return {
    message: joinIfDifferent(one.message, other.message),
    success: hasFailed ? false : (one.success ?? other.success),
    inventoryAdjustmentId: joinIfDifferent(one.inventoryAdjustmentId, other.inventoryAdjustmentId),
    binTransferId: joinIfDifferent(one.binTransferId, other.binTransferId),
    inboundShipmentId: joinIfDifferent(one.inboundShipmentId, other.inboundShipmentId),
  }
}

function mergeAnswers(one: ErpAnswer, other: ErpAnswer): ErpAnswer {
  return {
    message: joinIfDifferent(one.message, other.message),
    operationTime: one.operationTime ?? other.operationTime,
    acknowledgment: mergeAcknowledgments(one.acknowledgment, other.acknowledgment),
    items: [...one.items, ...other.items],
    rest: withOuter(one.rest, other.rest, 'other'),
  }
}

function joinIfDifferent<T extends Id>(one: T, other: T): T | string {
  if (one === null || other === null || one === other) return one ?? other
  return `${String(one)}, ${String(other)}`
}

function textIn(value: unknown): string | null {
  const plain = plainValueOf(value)
  return plain === null ? null : pageText(formatText(plain))
}
