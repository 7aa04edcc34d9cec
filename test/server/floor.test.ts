/**
 * Scanners on a weak signal: connections are cut at random, between the scanner and the server and between
 * the server and NetSuite, with two server processes. POSTS says how many records are sent.
 */
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { API_PREFIX } from '#contract/constants.ts'
import { outcomeOf } from '#console/rows/reports.ts'
import { type FloorCollection, mobileEndpoints, SENDS } from '#contract/mobile-endpoints.ts'
import { startSession } from '#server/auth/sessions.ts'
import { BOOKING_ATTEMPTS } from '#server/db/mirror/floor-records.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import type { FaultKind } from '#test/netsuite/faults.ts'
import { createRandom, pick, type Random } from '#test/netsuite/random.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import { testApp } from '#test/support/server/app.ts'
import { erpApp } from '#test/support/server/erp-app.ts'
import { anAdjustment, aScanner, aTransfer, listed } from '#test/support/floor.ts'

const POSTS = Number(process.env['POSTS'] ?? 12)
const SCANNERS = 8
const HOUR_MS = 3_600_000
vi.setConfig({ testTimeout: 600_000 })

const KINDS = [
  'binAdjustmentRecords',
  'binTransfer',
  'binCountRecords',
  'inboundDataRecords',
] as const

/** Each affects one write; two of them strike when the booking is done and only its answer is lost. */
const FAULTS: readonly FaultKind[] = [
  'cut',
  'cut-before',
  'cut',
  'concurrency-429',
  'server-500',
  'unavailable-503',
  'bad-gateway-502-html',
  'invalid-login-401',
]

/** Faults that use up the attempts of a record. The record at the head of the queue may meet all of them. */
const INTERNAL: ReadonlySet<FaultKind> = new Set(['server-500', 'bad-gateway-502-html'])

interface Post {
  readonly kind: FloorCollection
  readonly body: Record<string, unknown>
}

test('each record is stored once and each booking reaches NetSuite once', async () => {
  const random = createRandom(Number(process.env['SEED'] ?? 7))
  const app = await erpApp({ warehouse: smallWarehouse() })
  for (const collection of ['locations', 'bins', 'items'] as const) await app.pull(collection)
  app.netsuite.faults.concurrencyLimit = 50
  // Two processes: each with its own connector, on one database.
  const erp = app.otherErp()
  const other = await testApp({ beside: app, erp })
  const token = await aScanner(app)
  const ports: number[] = []
  for (const one of [app.app, other.app]) {
    await one.listen({ port: 0, host: '127.0.0.1' })
    ports.push((one.server.address() as AddressInfo).port)
  }
  const posts = Array.from({ length: POSTS }, (_, nth) => postOf(nth))
  let internal = 0
  for (let fault = 0; fault < POSTS / 2; fault += 1) {
    const kind = pick(random, FAULTS)
    if (INTERNAL.has(kind)) internal += 1
    const isTooMany = INTERNAL.has(kind) && internal >= BOOKING_ATTEMPTS
    app.netsuite.faults.next({ kind: isTooMany ? 'cut' : kind, match: /record\/v1/ })
  }

  const left = [...posts]
  const scanner = async (): Promise<void> => {
    for (let post = left.pop(); post; post = left.pop())
      while (!(await sendOnWeakSignal(pick(random, ports), token, post, random)));
  }
  await Promise.all(Array.from({ length: SCANNERS }, scanner))

  const state = () => app.context.db.select().from(floorRecords)
  // A fault of the account ends a round for all records, so there may be as many rounds as faults.
  for (let round = 0; round < 40 + POSTS; round += 1) {
    await Promise.all([app.erp.poll(), erp.poll()])
    if ((await state()).every(({ booking }) => booking === 'booked' || booking === 'none')) break
    app.clock.advance(3 * HOUR_MS)
  }

  const root = await startSession(app.context.db, 'root', 'full', app.clock.now())
  for (const kind of KINDS) {
    const rows = await listed(app, root, kind)
    const sent = posts.filter((post) => post.kind === kind)
    expect(rows.map(({ note }) => String(note)).toSorted()).toEqual(
      sent.map(({ body }) => String(body['note'])).toSorted(),
    )
    const isBooked = kind === 'binAdjustmentRecords' || kind === 'binTransfer'
    for (const row of rows) expect(outcomeOf(row)).toBe(isBooked ? 'succeeded' : 'none')
  }
  const bookings = [...app.warehouse.records.values()]
  const ids = (await state()).flatMap(({ booking, id }) =>
    booking === 'booked' ? [`dockside-${id}`] : [],
  )
  expect(bookings.map(({ externalId }) => externalId).toSorted()).toEqual(ids.toSorted())
  expect(ids).toHaveLength(
    posts.filter(({ kind }) => kind.startsWith('binA') || kind === 'binTransfer').length,
  )
  for (const { lines } of bookings) expect(lines).toHaveLength(1)
  const adjusted = posts.filter(({ kind }) => kind === 'binAdjustmentRecords').length
  const moved = posts.filter(({ kind }) => kind === 'binTransfer').length
  const stockOf = (bin: number) =>
    app.warehouse
      .rows('inventorybalance')
      .filter((row) => row.item === 5 && row.binnumber === bin)
      .reduce((sum, { quantityonhand }) => sum + Number(quantityonhand), 0)
  expect([stockOf(1), stockOf(10)]).toEqual([3 * adjusted - 2 * moved, 2 * moved])
  await other.close()
  await erp.close()
  await app.close()
})

function postOf(nth: number): Post {
  const kind = KINDS[nth % KINDS.length] ?? 'binTransfer'
  const client_id = `c-${String(nth)}`
  const note = `post ${String(nth)}`
  if (kind === 'binAdjustmentRecords') return { kind, body: { ...anAdjustment(client_id), note } }
  if (kind === 'binTransfer') return { kind, body: { ...aTransfer(client_id), note } }
  return { kind, body: { client_id, note } }
}

/** Sends a record over a connection that may be cut while the record is sent, or before it is answered. */
async function sendOnWeakSignal(
  port: number,
  token: string,
  { kind, body }: Post,
  random: Random,
): Promise<boolean> {
  const text = JSON.stringify(body)
  const head = [
    `POST ${API_PREFIX}${mobileEndpoints[SENDS[kind]].path} HTTP/1.1`,
    'host: dockside',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${String(Buffer.byteLength(text))}`,
    'connection: close',
  ]
  const whole = `${head.join('\r\n')}\r\n\r\n${text}`
  const fate = random()
  const socket = connect(port, '127.0.0.1')
  const answer = await new Promise<string>((resolve) => {
    let said = ''
    socket.on('error', () => resolve(''))
    socket.on('close', () => resolve(said))
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    // Cut halfway; cut when everything is sent; or not cut.
    if (fate < 0.25)
      socket.write(whole.slice(0, Math.floor(random() * whole.length)), () => socket.destroy())
    else socket.write(whole, () => fate < 0.5 && socket.destroy())
  })
  if (answer === '') return false
  expect(answer).toMatch(/^HTTP\/1\.1 20[01] /)
  return true
}
