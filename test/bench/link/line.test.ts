import { once } from 'node:events'
import { Agent, createServer, get } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { bytesOf, bytesTwice } from '#test/bench/link/exchanges.ts'
import { startLine, type Line } from '#test/bench/link/line.ts'

const BODY = 'x'.repeat(20_000)
const closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A line to a server that sends the same body to everybody, with its length at /whole and in chunks elsewhere. */
async function openLine(): Promise<{ line: Line; fetchBody: (path: string) => Promise<string> }> {
  const server = createServer((request, response) => {
    if (request.url === '/whole') response.setHeader('content-length', BODY.length)
    response.write(BODY.slice(1))
    response.end(BODY.slice(0, 1))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = server.address()
  const port = typeof at === 'object' && at !== null ? at.port : 0
  const line = await startLine(`http://127.0.0.1:${String(port)}`)
  const agent = new Agent({ keepAlive: true })
  closing.push(
    async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    () => line.close(),
    async () => agent.destroy(),
  )
  const fetchBody = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      get(`${line.address}${path}`, { agent }, (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (text: string) => {
          body += text
        })
        response.on('end', () => resolve(body))
        response.on('error', reject)
      }).on('error', reject)
    })
  return { line, fetchBody }
}

test('an answer takes as long as its bits, and a new connection and a request a round trip each', async () => {
  const { line, fetchBody } = await openLine()
  line.become({ bitsPerSecond: 400_000, roundTripMs: 100 })
  const began = performance.now()
  expect(await fetchBody('/whole')).toBe(BODY)
  const ms = performance.now() - began
  const bytes = bytesOf(line.exchanges())
  expect(bytes).toBeGreaterThan(BODY.length)
  // Timers are never early by more than a millisecond for each of the 14 segments.
  expect(ms).toBeGreaterThan(200 + (bytes * 8) / 400 - 20)
})

test.each(['/whole', '/in-chunks'])(
  'an answer to %s is complete with its last byte',
  async (path) => {
    const { line, fetchBody } = await openLine()
    await fetchBody(path)
    await fetchBody(path)
    expect(line.exchanges()).toMatchObject([
      { path, status: 200, isComplete: true },
      { path, status: 200, isComplete: true },
    ])
    const bytes = line.exchanges().map((exchange) => exchange.bytes)
    expect(bytesTwice(line.exchanges(), () => true)).toBe(bytes[1])
    expect(bytesTwice(line.exchanges(), () => true, 0)).toBe(0)
  },
)

test('a cut line resets what is under way, refuses, and counts what had arrived as not complete', async () => {
  const { line, fetchBody } = await openLine()
  line.become({ bitsPerSecond: 400_000, roundTripMs: 0 })
  const answer = fetchBody('/whole').then(
    () => 'arrived',
    () => 'was reset',
  )
  await line.when((exchanges) => bytesOf(exchanges) > 0)
  line.cut('refuse')
  expect(await answer).toBe('was reset')
  await expect(fetchBody('/whole')).rejects.toThrow(/ECONNRESET|EPIPE|socket hang up/)
  expect(line.exchanges()).toMatchObject([{ path: '/whole', isComplete: false }])
  expect(bytesTwice(line.exchanges(), () => true)).toBe(0)
  line.restore()
  expect(await fetchBody('/whole')).toBe(BODY)
})

test('a line that hangs delivers the same bytes later', async () => {
  const { line, fetchBody } = await openLine()
  line.become({ bitsPerSecond: 400_000, roundTripMs: 0 })
  const answer = fetchBody('/in-chunks')
  await line.when((exchanges) => bytesOf(exchanges) > 0)
  line.hang()
  const received = bytesOf(line.exchanges())
  line.restore()
  expect(await answer).toBe(BODY)
  expect(bytesOf(line.exchanges())).toBeGreaterThan(received)
})
