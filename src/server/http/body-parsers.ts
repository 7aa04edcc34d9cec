import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'

/** A form holds a name, a password and a code. A megabyte of them would be half a million fields to read. */
const FORM_LIMIT_BYTES = 16 * 1024

/** The two forms of a body: JSON, of which nothing may be sent where nothing is needed, and a web form. */
export async function registerBodyParsers(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else void readJson(request, String(body), done)
  })
  await app.register(formbody, { bodyLimit: FORM_LIMIT_BYTES })
}
