/** The page that shows every screen, held in memory as the build packed it. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncodings, type Encoding } from '#server/http/files/encodings.ts'

const INDEX = 'index.html'
const PACKED: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }

/**
 * Head and page leave in one write, and together in one segment: a weak link that breaks off between
 * them would leave the browser with a blank page, which it takes for loaded (decisions/console/offline.md).
 * @param folder of the built console, read once like the names of its other files; null where it has no page
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
    // A person finds a call in the log by its number, never a page.
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
