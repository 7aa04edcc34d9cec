/** Error answers in FastAPI's form (decisions/product/open-calls.md). */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Issue } from '#contract/problem.ts'
import { type CodedSentence, OTHER_CODES } from '#contract/own/refusal-codes.ts'
import { refusals } from '#contract/refusals.ts'
import { isDiskFull, isReadOnly, isUnavailable } from '#server/db/unavailable.ts'
import type { Env } from '#server/env.ts'
import { HttpError } from '#server/http/http-error.ts'

const SENTENCES: Readonly<Record<string, CodedSentence>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: refusals.bodyTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: refusals.unsupportedMediaType,
}

const NOT_JSON: Issue = { loc: ['body'], msg: refusals.notJson, type: 'json_invalid' }

/** A full disk is logged once per interval, not with every call. */
const FULL_AGAIN_MS = 10 * 60_000

/** Internal details stay inside: the caller gets a status, and the log gets everything else. */
export function handleErrors(
  app: FastifyInstance,
  { databaseUrl }: Pick<Env, 'databaseUrl'>,
): void {
  let fullSaidAt = -Infinity

  function answerOf(error: FastifyError, request: FastifyRequest): HttpError {
    const { statusCode = 500, code, message } = error
    if (statusCode === 400 && (error instanceof SyntaxError || code.endsWith('_JSON_BODY')))
      return new HttpError(422, [NOT_JSON])
    if (statusCode < 500)
      return new HttpError(
        statusCode,
        SENTENCES[code] ?? { detail: message, code: OTHER_CODES.badRequest },
      )

    // The embedded database is read-only while its disk is full, and has already reported it.
    if (databaseUrl === null && isReadOnly(error)) return full()
    const facts = { err: error, method: request.method, url: request.routeOptions.url }
    if (isDiskFull(error)) {
      if (performance.now() - fullSaidAt < FULL_AGAIN_MS) return full()
      fullSaidAt = performance.now()
      request.log.error(facts, 'a disk is full')
      return full()
    }
    request.log.error(facts, 'failed')
    return isUnavailable(error)
      ? new HttpError(503, refusals.unavailable, { 'Retry-After': '5' })
      : new HttpError(500, refusals.internalError)
  }

  app.setErrorHandler<FastifyError | HttpError>((error, request, reply) => {
    const refusal = error instanceof HttpError ? error : answerOf(error, request)
    return sendHttpError(reply, refusal)
  })
}

function full(): HttpError {
  return new HttpError(503, refusals.diskFull, { 'Retry-After': '60' })
}

/** Sends an HTTP error. */
export function sendHttpError(
  reply: FastifyReply,
  { status, detail, code, params, headers, more }: HttpError,
): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .send({ ...more, detail, code, ...(params && { params }) })
}
