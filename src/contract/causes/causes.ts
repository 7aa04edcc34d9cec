/**
 * The causes of exceptions: what each means is in `exceptionTexts`, and here is who can put it right and whether trying
 * again helps (decisions/server/exceptions.md).
 */
import type { PulledCollection } from '#contract/collections.ts'

/** Who can put a cause right. */
export type Fixer = 'floor' | 'super-admin' | 'erp-admin'

/**
 * Whether booking the same record again can succeed: once the cause is fixed, once a list was synced, without anyone
 * doing anything, or never, because the record itself is wrong.
 */
export type RetryHelp = 'after-fix' | 'after-sync' | 'by-itself' | 'never'

export interface Cause {
  readonly fixer: Fixer
  readonly retry: RetryHelp
  /** The lists to sync first, for `after-sync`. */
  readonly sync?: readonly PulledCollection[]
  /** Whether the cause lies in the record. Otherwise the next record would fail as well. */
  readonly isOfRecord: boolean
}

const inErp = { fixer: 'erp-admin', retry: 'after-fix', isOfRecord: true } as const
const inRecord = { fixer: 'floor', retry: 'never', isOfRecord: true } as const
const inSettings = { fixer: 'super-admin', retry: 'after-fix', isOfRecord: false } as const
const passing = { fixer: 'erp-admin', retry: 'by-itself', isOfRecord: false } as const
const afterSync = { fixer: 'super-admin', retry: 'after-sync', isOfRecord: true } as const

/** The known causes, by their codes. */
export const causes = {
  'bin-inactive': inErp,
  'item-inactive': inErp,
  'location-inactive': inErp,
  'bin-unknown': { ...afterSync, sync: ['bins'] },
  'item-unknown': { ...afterSync, sync: ['items'] },
  'location-missing': { ...afterSync, sync: ['locations'] },
  /** Several items, bins or locations have the same name. */
  ambiguous: inErp,
  /** The bin belongs to another location. */
  'bin-elsewhere': { ...afterSync, sync: ['bins', 'locations'] },
  /** The record lacks a line, an item, a bin or a quantity. */
  incomplete: inRecord,
  /** The item needs a lot, serial number or status. */
  'lot-missing': inRecord,
  /** The quantities of the inventory detail and of the line differ. */
  'lines-disagree': inRecord,
  'negative-stock': inErp,
  'period-closed': inErp,
  /** The adjustment account is missing or cannot be used. */
  account: inSettings,
  permission: { ...inErp, isOfRecord: false },
  login: inSettings,
  settings: inSettings,
  busy: passing,
  'locked-by-workflow': inErp,
  /** Changed by someone else at the same moment. */
  changed: { ...passing, isOfRecord: true },
  duplicate: inErp,
  /** It was sent, and no answer says whether it was booked. */
  unconfirmed: inErp,
  /** Something that the record refers to no longer exists. */
  gone: { ...afterSync, sync: ['items', 'bins', 'locations'] },
  /** A field that NetSuite does not accept. */
  'field-invalid': inErp,
  'erp-down': passing,
  'no-answer': passing,
  /** A sync was stopped, by a person or with the server. */
  stopped: passing,
  /** This server failed, not NetSuite. */
  server: inSettings,
  /** A row that a sync could not read. */
  'refused-row': inErp,
  /** Booked, but the balance does not match. */
  balance: { ...inErp, retry: 'never' },
} as const satisfies Readonly<Record<string, Cause>>

export type CauseCode = keyof typeof causes

export const causeCodes = Object.keys(causes) as CauseCode[]

/** A known cause, or `text:` and the normalised text of what NetSuite wrote. */
export type CauseId = CauseCode | `text:${string}`

const UNKNOWN: Cause = { fixer: 'erp-admin', retry: 'after-fix', isOfRecord: true }

/** Whether an id is one of a known cause. */
export function isCauseCode(id: string): id is CauseCode {
  return Object.hasOwn(causes, id)
}

/** What is known of a cause. One that was not recognised may be anything that NetSuite can tell. */
export function causeFacts(id: string): Cause {
  return isCauseCode(id) ? causes[id] : UNKNOWN
}
