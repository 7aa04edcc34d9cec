/**
 * The smallest possible server: one Fastify route that sends a body from memory.
 * `node bare.mjs full.json delta.json`; it prints its address in its first line.
 */
import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify from 'fastify'

const [full = '', delta = ''] = process.argv.slice(2).map((path) => readFileSync(path, 'utf8'))
const ETAG = '"bare"'

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const ready = brotliCompressSync(full, brotliOptions)

const app = Fastify()
// Configured like our server.
await app.register(compress, {
  encodings: ['br', 'gzip'],
  brotliOptions,
})
app.get('/list', (request, reply) => {
  reply.headers({ ETag: ETAG, 'Content-Type': 'application/json; charset=utf-8' })
  if (request.headers['if-none-match'] === ETAG) return reply.code(304).send()
  return reply.send(Object(request.query).since === undefined ? full : delta)
})
app.get('/ready', (_, reply) =>
  reply
    .headers({ 'Content-Encoding': 'br', 'Content-Type': 'application/json; charset=utf-8' })
    .send(ready),
)
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
