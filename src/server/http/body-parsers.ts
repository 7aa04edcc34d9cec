import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'

/** A form has a name, a password and a code. A megabyte of form data could have half a million fields. */
const FORM_LIMIT_BYTES = 16 * 1024

/** Parsers for the two kinds of body: JSON, which may be empty if no body is needed, and web forms. */
export async function registerBodyParsers(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else void readJson(request, String(body), done)
  })
  await app.register(formbody, { bodyLimit: FORM_LIMIT_BYTES })
}
