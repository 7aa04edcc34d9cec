/** What people decided about exceptions: reading it, and deciding (decisions/server/exceptions.md). */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import {
  type ActionReply,
  type CaseAction,
  exceptionEndpoints,
} from '#contract/own/exception-endpoints.ts'
import { refusals } from '#contract/refusals.ts'
import type { Context } from '#server/context.ts'
import {
  type ActedOn,
  actOnCases,
  type Actor,
  noteOf,
} from '#server/db/mirror/cases/act-on-cases.ts'
import { assignCause, noteOnCause } from '#server/db/mirror/cases/cause-owners.ts'
import { answerOf, keepAnswer } from '#server/db/mirror/cases/done-actions.ts'
import { findCases, readCases, readNotes } from '#server/db/mirror/cases/read-cases.ts'
import type { Transaction } from '#server/db/database.ts'
import { type AuditAction, writeAudit } from '#server/db/repositories/audit.ts'
import { auditContext } from '#server/http/audit-context.ts'
import { HttpError } from '#server/http/http-error.ts'
import { isKnown } from '#server/http/lists/list-headers.ts'
import { NOT_MODIFIED, serve } from '#server/http/serve.ts'
import {
  assertMayAct,
  assertSeesCause,
  collectionsOf,
  permitted,
  visibleCauses,
} from '#server/routes/exceptions/case-rights.ts'
import { sentCase, sentNote, sentOwner, sentRetry } from '#server/routes/exceptions/sent-cases.ts'

const AUDITED = {
  acknowledge: 'cases-acknowledged',
  reopen: 'cases-reopened',
  assign: 'cases-assigned',
  snooze: 'cases-snoozed',
  resolve: 'cases-resolved',
  note: 'cases-noted',
} as const satisfies Record<CaseAction['action'], AuditAction>

/** As long as the cursors of other lists may be; the database takes no longer ones. */
const CURSOR = /^\d{1,15}$/

export function caseRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  serve(
    app,
    context,
    exceptionEndpoints.exceptions,
    async ({ principal, query, request, reply }) => {
      const collections = collectionsOf(principal)
      const asked = query['since'] ?? ''
      const since = CURSOR.test(asked) ? Number(asked) : null
      const found = await readCases(db, collections, since)
      const { seq, deltaFrom } = found.state
      // Another set of flags has other cases, so it is another epoch.
      const epoch = epochOf(found.state.epoch, collections)
      const causes = found.owners.map(({ cause }) => cause)
      const visible = await visibleCauses(db, causes, principal)
      const owned = causes.filter((cause) => visible.has(cause))
      // Which owners are shown also depends on syncs and on records that wait, which raise no sequence.
      const shown = principal.isSuperAdmin ? '' : `-${hashOf(JSON.stringify(owned)).slice(0, 8)}`
      const etag = `"cases-${epoch.slice(0, 8)}-${String(seq)}${shown}"`
      reply.header('ETag', etag)
      if (isKnown(request.headers['if-none-match'], etag)) return NOT_MODIFIED
      const isDelta =
        since !== null && query['epoch'] === epoch && since >= deltaFrom && since <= seq
      const all = isDelta || since === null ? found : await readCases(db, collections, null)
      return {
        mode: isDelta ? ('delta' as const) : ('full' as const),
        seq: all.state.seq,
        epoch,
        data: all.cases.map(sentCase),
        deleted: [],
        owners: all.owners.filter(({ cause }) => visible.has(cause)).map(sentOwner),
        retries: all.retries.map(sentRetry),
      }
    },
  )

  serve(app, context, exceptionEndpoints.causeNotes, async ({ params: { cause }, principal }) => {
    const isVisible = (await visibleCauses(db, [cause], principal)).has(cause)
    return { data: isVisible ? (await readNotes(db, { cause })).map(sentNote) : [] }
  })

  serve(app, context, exceptionEndpoints.caseNotes, async ({ params, principal }) => {
    const { collection, id: recordId } = params
    const maySee = collectionsOf(principal).includes(collection)
    const [found] = maySee ? await findCases(db, collection, [recordId]) : []
    if (!found) throw new HttpError(404, refusals.caseMissing)
    return { data: (await readNotes(db, { collection, recordId })).map(sentNote) }
  })

  serve(app, context, exceptionEndpoints.actOnCases, async ({ act, body, request }) =>
    act(async (tx, { principal }): Promise<ActionReply> => {
      const by = principal.username
      const before = await answerOf(tx, by, body.action_id)
      if (before && 'results' in before) return before
      const action = await permitted(tx, body, principal)
      if (body.cause !== undefined && isOnCause(body))
        await assertSeesCause(tx, body.cause, principal)
      const actor: Actor = {
        by,
        at: new Date(now()),
        collections: collectionsOf(principal),
        assertMay: (found) => assertMayAct(action, found, principal),
      }
      const results = await carryOut(tx, action, actor)
      const reply = { results: results.map(sentResult) }
      await keepAnswer(tx, by, body.action_id, actor.at, reply)
      const done = results.filter(({ result }) => result === 'done')
      if (done.length > 0 || isOnCause(action))
        await writeAudit(tx, {
          ...auditContext(context, request, by),
          action: AUDITED[action.action],
          target: targetOf(action, done),
          detail: { after: { records: done.length, ...factsOf(action) } },
        })
      return reply
    }),
  )
}

/** What concerns a cause itself, not its cases. */
function isOnCause({ action, cause }: CaseAction): boolean {
  return cause !== undefined && (action === 'assign' || action === 'note')
}

async function carryOut(tx: Transaction, action: CaseAction, actor: Actor): Promise<ActedOn[]> {
  const { cause } = action
  if (cause !== undefined && action.action === 'assign') {
    const { assignee, note = null } = action
    await assignCause(tx, cause, { assignee, note }, actor)
    return []
  }
  if (cause !== undefined && action.action === 'note') {
    await noteOnCause(tx, cause, action.text, actor)
    return []
  }
  return actOnCases(tx, action, actor)
}

function sentResult({ collection, recordId, result, now: found }: ActedOn) {
  return { collection, record_id: recordId, result, ...(found && { case: sentCase(found) }) }
}

/** A bulk action is one entry with its count. */
function targetOf({ cause }: CaseAction, done: readonly ActedOn[]): string {
  const [first] = done
  if (cause !== undefined) return cause
  return done.length === 1 && first
    ? `${first.collection}/${first.recordId}`
    : `${String(done.length)} records`
}

/** What was decided, without the text of a note. */
function factsOf(action: CaseAction): Readonly<Record<string, string>> {
  const what = action.action === 'note' ? null : noteOf(action)
  return what === null ? {} : { [action.action]: what }
}

function epochOf(epoch: string, collections: readonly string[]): string {
  return hashOf(`${epoch} ${collections.join(' ')}`).slice(0, 32)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
