/** The page that shows every screen, held in memory as the build compressed it. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncodings, type Encoding } from '#server/http/files/encodings.ts'

const INDEX = 'index.html'
const PACKED: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }

/**
 * Head and page leave in one write, and so in one segment. If a weak link broke off between them, the
 * browser would show a blank page that it considers loaded (decisions/console/offline.md).
 * @param folder of the built console, read once like the names of its other files
 * @returns null if the folder has no page
 */
export function indexPage(
  folder: string,
): ((request: FastifyRequest, reply: FastifyReply) => FastifyReply) | null {
  const path = join(folder, INDEX)
  if (!existsSync(path)) return null
  const page = readFileSync(path)
  const packed = Object.entries(PACKED).flatMap(([encoding, suffix]) =>
    existsSync(path + suffix) ? [{ encoding, content: readFileSync(path + suffix) }] : [],
  )
  const etag = `W/"${createHash('sha256').update(page).digest('hex').slice(0, 10)}"`
  return (request, reply) => {
    // People look up calls in the log by this id, but never a page.
    void reply
      .removeHeader('X-Request-Id')
      .headers({ 'Cache-Control': 'no-cache', ETag: etag, Vary: 'Accept-Encoding' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    void reply.type('text/html; charset=utf-8')
    const [form] = acceptedEncodings(request).flatMap((accepted) =>
      packed.filter(({ encoding }) => encoding === accepted),
    )
    return form
      ? reply.header('Content-Encoding', form.encoding).send(form.content)
      : reply.send(page)
  }
}
