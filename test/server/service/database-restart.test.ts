/** Postgres is stopped and started while clients write to the server, on whatever database the suite runs. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { API_PREFIX } from '#contract/constants.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { mobileEndpoints } from '#contract/mobile-endpoints.ts'
import { refusals } from '#contract/refusals.ts'
import { addressOf, type BuiltServer, end, startBuilt } from '#test/support/server/built-server.ts'
import { createDatabase } from '#test/support/database/databases.ts'
import { ask, firstAdmin } from '#test/support/server/first-admin.ts'
import { type HeldTable, holdTable } from '#test/support/database/held-table.ts'
import { get } from '#test/support/server/clients/http.ts'
import { type OwnPostgres, startOwnPostgres } from '#test/support/database/postgres.ts'
import { scannerAt } from '#test/support/scanner.ts'

/** How often Postgres is stopped in each way at each moment. */
const RESTARTS = Number(process.env['RESTARTS'] ?? 1)
const WRITERS = 4
const RETRY_EVERY_MS = 10
const PATIENCE = { timeout: 30_000 }

let postgres: OwnPostgres
let databaseUrl: string
let folder: string
let server: BuiltServer
let address: string
let token: string
const killed: (() => Promise<void>)[] = []

/** The answer to each stored record, by the id that its device made. */
const acknowledged = new Map<string, string>()
const scanners: string[] = []

beforeAll(async () => {
  postgres = await startOwnPostgres()
  databaseUrl = await createDatabase(postgres.url, 'restarted')
  folder = mkdtempSync(join(tmpdir(), 'dockside-restart-'))
  server = startBuilt(settings(), (kill) => killed.push(kill))
  address = await addressOf(server)
  token = await firstAdmin(address)
  for (let nth = 1; nth <= WRITERS; nth += 1)
    scanners.push(await scannerAt(address, token, 'binCount', `picker${nth}`))
})

afterAll(async () => {
  for (const kill of killed) await kill()
  await postgres.end()
  rmSync(folder, { recursive: true })
})

test.each([
  ['fast', 'start', 'mobile_sessions'],
  ['immediate', 'start', 'mobile_sessions'],
  ['fast', 'middle', 'collection_states'],
  ['immediate', 'middle', 'collection_states'],
  ['fast', 'height', null],
  ['immediate', 'height', null],
] as const)(
  `${RESTARTS} × pg_ctl stop -m %s at the %s of what four clients write: 503 until Postgres is back, and nothing acknowledged is lost`,
  async (how, _moment, heldTable) => {
    for (let time = 1; time <= RESTARTS; time += 1) {
      const writers = scanners.map((scanner) => startWriter(scanner))
      await everyone(writers, 'taken')
      if (heldTable !== null) await holdWriters(heldTable)
      await postgres.stop(how)
      await everyone(writers, 'refused')
      const { status, headers } = await get(address, '/api/health')
      expect({ status, wait: headers['retry-after'] }).toEqual({ status: 503, wait: '5' })

      await postgres.start()
      await everyone(writers, 'taken')
      expect(await Promise.all(writers.map((writer) => writer.stop()))).toEqual(
        writers.map(() => 'every answer was the record or a 503'),
      )
      await expect.poll(async () => (await get(address, '/api/health')).status, PATIENCE).toBe(200)
    }
    expect(await listedIds()).toEqual([...acknowledged.values()].toSorted())
  },
  60_000 + RESTARTS * 30_000,
)

test.each(['migrations', 'settings'])(
  'a start whose connection Postgres ends while it reads %s reports it in a sentence',
  async (table) => {
    const { held, starting } = await startAt(table)
    await held.endWaiting()
    expect(await starting.ended).toBe(1)
    expect(starting.errors()).toMatch(/^DATABASE_URL must be .* \(terminating connection .*\)\.\n$/)
    await held.release()
  },
)

test.each(['migrations', 'settings'])(
  'a start that loses Postgres while it reads %s reports it in a sentence',
  async (table) => {
    const { starting } = await startAt(table)
    // Unlike 'fast', this stop releases no lock: the start cannot get past the table in the meantime.
    await postgres.stop('immediate')
    await postgres.start()
    expect(await starting.ended).toBe(1)
    expect(starting.errors()).toMatch(/^DATABASE_URL must be .* \(Connection terminated .*\)\.\n$/)
  },
)

test('the process is the one that was started, and stops on request while Postgres is away', async () => {
  await expect.poll(async () => (await get(address, '/api/health')).status, PATIENCE).toBe(200)
  await postgres.stop('immediate')
  await end(server)
  expect(server.lines().filter(({ level }) => level === 60)).toEqual([])
  // Said once, at the start, because it has no admins.
  expect(server.errors().trim().split(/\n\s*/)).toEqual([
    'Dockside is ready. There is no admin yet.',
    expect.stringMatching(/^Register the first super admin at {2}http/),
  ])
})

/** All writers reach a table and wait there. */
async function holdWriters(table: string): Promise<void> {
  const held = await holdTable(databaseUrl, table)
  // A poller of the server may be the fifth.
  await expect.poll(held.waiting, PATIENCE).toBeGreaterThanOrEqual(WRITERS)
}

/** A second server whose start waits for a table. The first one, whose pollers may read it too, does not count. */
async function startAt(table: string): Promise<{ held: HeldTable; starting: BuiltServer }> {
  const name = 'second'
  const held = await holdTable(databaseUrl, table, name)
  const starting = startBuilt({
    ...settings(),
    DATABASE_URL: `${databaseUrl}?application_name=${name}`,
  })
  await expect.poll(held.waiting, PATIENCE).toBe(1)
  return { held, starting }
}

function settings() {
  return { PORT: '0', DATA_DIR: folder, DATABASE_URL: databaseUrl }
}

interface Writer {
  /** How many records were stored, and how many attempts refused, since the last call. */
  readonly count: Record<'taken' | 'refused', number>
  /** Ends after the current record was stored; reports the first unexpected answer. */
  stop(): Promise<string>
}

/** Sends one record after the other, each until it is stored, like a scanner. */
function startWriter(scanner: string): Writer {
  const count = { taken: 0, refused: 0 }
  let isOver = false
  async function write(): Promise<string> {
    while (!isOver) {
      const client_id = randomUUID()
      for (let id = null; id === null;) {
        const answer = await send(scanner, client_id)
        if (answer.status === 503) {
          expect(answer).toEqual(UNAVAILABLE)
          count.refused += 1
          await pause(RETRY_EVERY_MS)
          continue
        }
        expect(answer).toMatchObject({ status: expect.toBeOneOf([200, 201]) })
        id = String(answer.body['id'])
        acknowledged.set(client_id, id)
        count.taken += 1
      }
    }
    return 'every answer was the record or a 503'
  }
  const written = write().catch(String)
  return {
    count,
    stop: () => {
      isOver = true
      return written
    },
  }
}

const UNAVAILABLE = {
  status: 503,
  wait: '5',
  body: { detail: refusals.unavailable, code: 'unavailable' },
}

async function send(scanner: string, client_id: string) {
  const { method, path } = mobileEndpoints.sendBinCount
  const answer = await fetch(`${address}${API_PREFIX}${path}`, {
    method,
    headers: { authorization: `Bearer ${scanner}`, 'content-type': 'application/json' },
    body: JSON.stringify({ client_id, bin_name: 'A-01' }),
  })
  const body: Record<string, unknown> = Object(await answer.json())
  return { status: answer.status, wait: answer.headers.get('retry-after'), body }
}

/** Waits until each writer has another record stored or refused. */
async function everyone(writers: readonly Writer[], what: 'taken' | 'refused'): Promise<void> {
  for (const { count } of writers) count[what] = 0
  const least = () => Math.min(...writers.map(({ count }) => count[what]))
  await expect.poll(least, PATIENCE).toBeGreaterThan(0)
}

async function listedIds(): Promise<string[]> {
  const { body } = await ask(address, listEndpoint('binCountRecords'), { token })
  return (body['data'] as Row[]).map(({ id }) => String(id)).toSorted()
}
