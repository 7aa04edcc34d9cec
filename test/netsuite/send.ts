import type { ServerResponse } from 'node:http'
import type { Reply } from '#test/netsuite/errors.ts'
import type { FaultKind } from '#test/netsuite/faults.ts'

/** Sends an answer, damaged or delayed if there is a fault. */
export function send(response: ServerResponse, reply: Reply, fault: FaultKind | null): void {
  if (fault === 'cut' && reply.body === undefined) {
    response.destroy()
    return
  }
  const whole = bodyText(fault === 'early-end' ? endedEarly(reply) : reply)
  const half = whole.slice(0, Math.floor(whole.length / 2))
  const text = fault === 'bad-json' ? half : whole
  response.writeHead(reply.status, {
    ...reply.headers,
    ...(reply.body === undefined ? {} : { 'content-length': Buffer.byteLength(text) }),
  })
  if (fault === 'cut') response.write(half, () => response.destroy())
  else response.end(text)
}

function endedEarly(reply: Reply): Reply {
  const page = typeof reply.body === 'object' ? { ...reply.body } : {}
  const items: unknown = Reflect.get(page, 'items')
  if (!Array.isArray(items)) return reply
  const half = items.slice(0, Math.floor(items.length / 2))
  return { ...reply, body: { ...page, items: half, count: half.length, hasMore: false } }
}

function bodyText({ body }: Reply): string {
  if (body === undefined) return ''
  return typeof body === 'string' ? body : JSON.stringify(body)
}
