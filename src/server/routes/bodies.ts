import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'

/** The two forms of a body: JSON, of which nothing may be sent where nothing is needed, and a web form. */
export async function readBodies(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else void readJson(request, String(body), done)
  })
  await app.register(formbody)
}
