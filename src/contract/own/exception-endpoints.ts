/** The calls of the exceptions, all under the offer `exceptions` (decisions/server/exceptions.md). */
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import {
  Case,
  CaseNote,
  CASES_AT_ONCE,
  CauseOwner,
  ERP_NUMBER_MAX_LENGTH,
  EXCEPTIONS_ACCESS,
  NOTE_MAX_LENGTH,
  RESOLVABLE_HOW,
  Retry,
} from '#contract/records/exceptions.ts'

const text = z.string()
const short = z.string().check(z.minLength(1), z.maxLength(200))
/** Made by the device. An action that is sent again with the same id has no further effect. */
const actionId = z.string().check(z.regex(/^[\w-]{8,64}$/))
const noteText = z.string().check(z.trim(), z.minLength(1), z.maxLength(NOTE_MAX_LENGTH))
/** Within what the database stores in any time zone. */
const [EARLIEST, LATEST] = [Date.UTC(2000), Date.UTC(3000)]
const moment = z.iso.datetime({ offset: true }).check(
  z.refine((written) => {
    const at = Date.parse(written)
    return at >= EARLIEST && at < LATEST
  }),
)

/** A case with the version that the person saw; 0 for a record without a case. */
export const CaseRef = z.object({
  collection: short,
  record_id: short,
  version: z.number().check(z.gte(0)),
})
export type CaseRef = z.infer<typeof CaseRef>

/** Chosen cases, or all open ones of a cause. Exactly one of the two. */
const chosen = {
  keys: z.optional(z.array(CaseRef).check(z.minLength(1), z.maxLength(CASES_AT_ONCE))),
  cause: z.optional(short),
}

const common = { action_id: actionId, ...chosen }

/**
 * What a person does to cases. `assign` and `note` on a cause concern the cause itself; the others concern its open
 * cases.
 */
export const CaseAction = z
  .discriminatedUnion('action', [
    z.object({ action: z.literal('acknowledge'), ...common }),
    /** Takes back an acknowledgment or a resolution by hand. */
    z.object({ action: z.literal('reopen'), ...common }),
    z.object({
      action: z.literal('assign'),
      ...common,
      /** A user name; null for no one. */
      assignee: z.nullable(short),
      note: z.optional(noteText),
    }),
    /** Null ends the snoozing. */
    z.object({ action: z.literal('snooze'), ...common, until: z.nullable(moment) }),
    z.object({
      action: z.literal('resolve'),
      ...common,
      how: z.enum(RESOLVABLE_HOW),
      erp_number: z.optional(
        z.string().check(z.trim(), z.minLength(1), z.maxLength(ERP_NUMBER_MAX_LENGTH)),
      ),
      note: z.optional(noteText),
    }),
    z.object({ action: z.literal('note'), ...common, text: noteText }),
  ])
  .check(z.refine(({ keys, cause }) => (keys === undefined) !== (cause === undefined)))
export type CaseAction = z.infer<typeof CaseAction>

/** `changed`: someone else was faster, and `case` is the case now. `gone`: there is no such exception. */
const ACTION_RESULTS = ['done', 'changed', 'gone'] as const

const ActionReply = z.object({
  results: z.array(
    z.object({
      collection: text,
      record_id: text,
      result: z.enum(ACTION_RESULTS),
      case: z.optional(Case),
    }),
  ),
})
export type ActionReply = z.infer<typeof ActionReply>

/** All cases that the caller may see, or those changed since a cursor. */
export const CasesReply = z.looseObject({
  mode: z.enum(['full', 'delta']),
  seq: z.number(),
  epoch: text,
  data: z.array(Case),
  /** The keys (`caseKey`) of forgotten cases; empty in a full answer. */
  deleted: z.array(text),
  /** All owners of causes. */
  owners: z.array(CauseOwner),
  /** The last ten retries, newest first. */
  retries: z.array(Retry),
})
export type CasesReply = z.infer<typeof CasesReply>

export const RetryBody = z
  .object({ action_id: actionId, ...chosen })
  .check(z.refine(({ keys, cause }) => (keys === undefined) !== (cause === undefined)))
export type RetryBody = z.infer<typeof RetryBody>

const Notes = z.looseObject({ data: z.array(CaseNote) })

export const exceptionEndpoints = {
  /** `?since=&epoch=` asks for what changed; 304 if nothing did. */
  exceptions: endpoint({
    method: 'GET',
    path: '/exceptions',
    access: EXCEPTIONS_ACCESS,
    offer: 'exceptions',
    reply: CasesReply,
  }),
  /** The notes on a cause as a whole, oldest first. */
  causeNotes: endpoint({
    method: 'GET',
    path: '/exceptions/causes/:cause/notes',
    access: EXCEPTIONS_ACCESS,
    offer: 'exceptions',
    reply: Notes,
  }),
  /** The notes and steps of one case, oldest first. */
  caseNotes: endpoint({
    method: 'GET',
    path: '/exceptions/cases/:collection/:id/notes',
    access: EXCEPTIONS_ACCESS,
    offer: 'exceptions',
    reply: Notes,
  }),
  /** Assigning to others and resolving by hand need a super admin. */
  actOnCases: endpoint({
    method: 'POST',
    path: '/exceptions/actions',
    access: EXCEPTIONS_ACCESS,
    offer: 'exceptions',
    body: CaseAction,
    reply: ActionReply,
  }),
  /** Answers 202. Joins a retry that is under way if it has all of the records. */
  startRetry: endpoint({
    method: 'POST',
    path: '/exceptions/retries',
    access: 'super-admin',
    offer: 'exceptions',
    body: RetryBody,
    reply: Retry,
  }),
  retry: endpoint({
    method: 'GET',
    path: '/exceptions/retries/:id',
    access: EXCEPTIONS_ACCESS,
    offer: 'exceptions',
    reply: Retry,
  }),
} as const
