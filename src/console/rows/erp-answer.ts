/** What the ERP answered to a record, whichever way it was stored (decisions.md 5.5). */
import { isYes } from '#contract/access.ts'
import type { Row } from '#contract/collections.ts'
import { type ErpOutcome, erpOutcome } from '#contract/records/erp-response.ts'
import {
  entriesIn,
  isFilled,
  otherFields,
  plainOf,
  scalarOf,
  valueOf,
} from '#console/rows/loose.ts'
import { objectsIn } from '#console/rows/nested.ts'

/** The answer in one shape. */
export interface ErpAnswer {
  readonly message: string | null
  readonly operationTime: string | null
  readonly acknowledgment: {
    readonly message: string | null
    /** null: it does not say. */
    readonly success: boolean | null
    readonly inventoryAdjustmentId: string | number | null
    readonly binTransferId: string | number | null
    readonly inboundShipmentId: string | number | null
  } | null
  readonly items: readonly Row[]
  /** What nobody announced, by its own name. */
  readonly rest: Row
}

const RESPONSE_FIELDS = ['netsuite_response', 'erp_response']
const FLAG_FIELDS = ['netsuite_acknowledgement_success', 'netsuite_acknowledgment_success']
const ACKNOWLEDGMENT = ['netsuite_acknowledgment', 'netsuite_acknowledgement', 'acknowledgment']
const MESSAGE = ['message', 'detail', 'error']
const TIME = ['operation_time']
const SUCCESS = ['success', 'is_success', 'status']
const ITEMS = ['itemDetails', 'items', 'item_data']
const IDS = ['inventoryAdjustmentId', 'binTransferId', 'inboundShipmentId'] as const

/** The names of all fields that an answer is read from. */
export const ANSWER_FIELDS = [...RESPONSE_FIELDS, ...FLAG_FIELDS]

/** The answer in a record, or null where there is none; a text that is no JSON is its message. */
export function answerOf(record: Row): ErpAnswer | null {
  const stored = valueOf(record, RESPONSE_FIELDS)
  if (!isFilled(stored)) return null
  const [response] = objectsIn(stored)
  if (!response) {
    const message = textOf(plainOf(stored))
    return message === null ? null : { ...NOTHING, message }
  }
  if (!Object.values(response).some(isFilled)) return null
  const [own] = objectsIn(valueOf(response, ACKNOWLEDGMENT))
  // Some apps store the acknowledgment without the answer around it.
  const hasOwnWord = valueOf(response, SUCCESS.slice(0, 1)) !== null
  const ack = own ?? (hasOwnWord ? response : null)
  const known = [...ACKNOWLEDGMENT, ...MESSAGE, ...TIME, ...SUCCESS, ...ITEMS, ...IDS]
  return {
    message: textOf(plainOf(valueOf(response, MESSAGE))),
    operationTime: textOf(scalarOf(valueOf(response, TIME))),
    acknowledgment: ack && {
      message: own ? textOf(plainOf(valueOf(ack, MESSAGE))) : null,
      success: successOf(valueOf(ack, SUCCESS)),
      inventoryAdjustmentId: scalarOf(valueOf(ack, [IDS[0]])),
      binTransferId: scalarOf(valueOf(ack, [IDS[1]])),
      inboundShipmentId: scalarOf(valueOf(ack, [IDS[2]])),
    },
    items: entriesIn(valueOf(ack ?? response, ITEMS)),
    rest: { ...restOf(response, known), ...(own && restOf(own, known)) },
  }
}

/** Which of the three states a record is in; its own flag decides where it is given. */
export function outcomeIn(record: Row, answer: ErpAnswer | null): ErpOutcome {
  const flag = successOf(valueOf(record, FLAG_FIELDS))
  const success = flag ?? answer?.acknowledgment?.success ?? null
  return erpOutcome(null, success)
}

const NOTHING: ErpAnswer = {
  message: null,
  operationTime: null,
  acknowledgment: null,
  items: [],
  rest: {},
}

const YES = /^(yes|t|ok|success|succeeded|successful|booked)$/i

function successOf(value: unknown): boolean | null {
  if (!isFilled(value) || typeof value === 'object') return null
  return (
    isYes(value) ||
    (typeof value === 'string' && (YES.test(value.trim()) || isYes(value.trim().toLowerCase())))
  )
}

function restOf(row: Row, known: readonly string[]): Row {
  return Object.fromEntries(otherFields(row, known).map((field) => [field, row[field]]))
}

function textOf(value: string | number | boolean | null): string | null {
  return value === null ? null : String(value)
}
