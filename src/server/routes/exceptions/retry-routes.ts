/** Retries of several records (decisions/server/exceptions.md). */
import type { FastifyInstance } from 'fastify'
import { exceptionEndpoints } from '#contract/own/exception-endpoints.ts'
import { refusals } from '#contract/refusals.ts'
import type { Context } from '#server/context.ts'
import { answerOf, keepAnswer } from '#server/db/mirror/cases/done-actions.ts'
import { readRetryIn } from '#server/db/mirror/cases/read-retries.ts'
import { isSentElsewhere, type Retried, startRetry } from '#server/db/mirror/cases/start-retry.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import { auditContext } from '#server/http/audit-context.ts'
import { HttpError } from '#server/http/http-error.ts'
import { serve } from '#server/http/serve.ts'
import { collectionsOf } from '#server/routes/exceptions/case-rights.ts'
import { sentRetry } from '#server/routes/exceptions/sent-cases.ts'

export function retryRoutes(app: FastifyInstance, context: Context): void {
  const { db, erp, now } = context

  serve(app, context, exceptionEndpoints.startRetry, async (given) => {
    const { act, body, request, reply } = given
    const which: Retried =
      body.cause === undefined
        ? {
            keys: (body.keys ?? []).map((key) => ({
              collection: key.collection,
              id: key.record_id,
            })),
          }
        : { cause: body.cause }
    const id = await act(async (tx, { principal }) => {
      const by = principal.username
      const before = await answerOf(tx, by, body.action_id)
      if (before && 'retry' in before) return before.retry
      const at = new Date(now())
      const collections = collectionsOf(principal)
      const started = await startRetry(tx, which, { by, collections }, at)
      if (!started) {
        const isElsewhere = await isSentElsewhere(tx, which, collections)
        throw new HttpError(409, isElsewhere ? refusals.notSentFromHere : refusals.nothingToRetry)
      }
      const { retry, isJoined } = started
      await keepAnswer(tx, by, body.action_id, at, { retry: retry.id })
      if (!isJoined)
        await writeAudit(tx, {
          ...auditContext(context, request, by),
          action: 'retry-started',
          target: targetOf(which, retry.total),
          detail: { after: { records: retry.total } },
        })
      return retry.id
    })
    void erp.poll()
    const retry = await readRetryIn(db, id, collectionsOf(given.principal))
    if (!retry) throw new HttpError(404, refusals.retryMissing)
    void reply.code(202)
    return sentRetry(retry)
  })

  serve(app, context, exceptionEndpoints.retry, async ({ params, principal }) => {
    const retry = await readRetryIn(db, params.id, collectionsOf(principal))
    if (!retry) throw new HttpError(404, refusals.retryMissing)
    return sentRetry(retry)
  })
}

/** The cause, the record, or how many records there are. */
function targetOf(which: Retried, total: number): string {
  if ('cause' in which) return which.cause
  const [first, ...others] = which.keys
  if (first && others.length === 0) return `${first.collection}/${first.id}`
  return total === 1 ? '1 record' : `${String(total)} records`
}
