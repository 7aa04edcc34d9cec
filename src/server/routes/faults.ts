/** Answers to what goes wrong, in FastAPI's form (decisions.md 2). */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Issue } from '#contract/problem.ts'
import { refusals } from '#contract/refusals.ts'
import { isUnavailable } from '#server/db/unavailable.ts'
import { Refusal } from '#server/routes/refusal.ts'

const SENTENCES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body is in a form that is not understood here.',
}

const NOT_JSON: Issue = { loc: ['body'], msg: 'The body is not valid JSON.', type: 'json_invalid' }

/** What went wrong inside stays inside: the caller gets a status and the log everything else. */
export function answerFaults(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | Refusal>((error, request, reply) => {
    const refusal = error instanceof Refusal ? error : refusalOf(error, request)
    return refuse(reply, refusal)
  })
}

/** Sends a refusal. */
export function refuse(reply: FastifyReply, { status, detail, headers }: Refusal): FastifyReply {
  return reply.code(status).headers(headers).send({ detail })
}

function refusalOf(error: FastifyError, request: FastifyRequest): Refusal {
  const { statusCode = 500, code, message } = error
  if (statusCode === 400 && (error instanceof SyntaxError || code.endsWith('_JSON_BODY')))
    return new Refusal(422, [NOT_JSON])
  if (statusCode < 500) return new Refusal(statusCode, SENTENCES[code] ?? message)

  request.log.error({ err: error, method: request.method, url: request.routeOptions.url }, 'failed')
  return isUnavailable(error)
    ? new Refusal(503, refusals.unavailable, { 'Retry-After': '5' })
    : new Refusal(500, 'Internal Server Error')
}
