/**
 * A burst of requests on 50 connections: each is answered, no answer is a server error, and the server is
 * unchanged afterwards. `npm run test:abuse` sends ten thousand and also checks time and memory.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { API_PREFIX } from '#contract/constants.ts'
import { sealerWith } from '#server/auth/seal.ts'
import { changeState } from '#server/db/mirror/collection-states.ts'
import { openDatabase } from '#server/db/open.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { addressOf, end, startBuilt, type BuiltServer } from '#test/support/server/built-server.ts'
import { aSuperAdmin } from '#test/support/people.ts'
import { startPostgres, type TestPostgres } from '#test/support/database/postgres.ts'
import { chance } from '#test/support/random-input.ts'

vi.setConfig({ testTimeout: 180_000 })

const BURST = Number(process.env['BURST'] ?? 400)
const CONNECTIONS = 50
/** Time and memory are meaningful only in a burst of the full size, with nothing else running. */
const BOUNDS =
  BURST >= 10_000
    ? { tookMs: 60_000, p99Ms: 1_000, memory: 1.2 }
    : { tookMs: Infinity, p99Ms: Infinity, memory: Infinity }
const ROWS = 2_000
const SECRET_KEY = 'the key of the burst, long enough for it'

interface Kind {
  readonly name: string
  readonly share: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly method?: string
  readonly body?: string
}
interface Sent {
  readonly kind: string
  readonly status: number
  readonly tookMs: number
}

let postgres: TestPostgres
let server: BuiltServer
let killServer = async (): Promise<void> => {}
let address: string
let token: string
let folder: string
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

beforeAll(async () => {
  postgres = await startPostgres()
  folder = mkdtempSync(join(tmpdir(), 'dockside-burst-'))
  const databaseUrl = await postgres.createDatabase('burst')
  const env = { PORT: '0', DATA_DIR: folder, DATABASE_URL: databaseUrl, SECRET_KEY }
  server = startBuilt(env, (kill) => {
    killServer = kill
  })
  address = await addressOf(server)
  token = await prepare(databaseUrl)
}, 120_000)

afterAll(async () => {
  agent.destroy()
  await killServer()
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

test(`each of ${String(BURST)} requests on ${String(CONNECTIONS)} connections gets an answer`, async () => {
  const warm = await burst(Math.min(BURST, 1_000), 1)
  const memoryBefore = memoryOf(server.pid)
  const startedAt = performance.now()
  const sent = await burst(BURST, 2)
  const tookMs = performance.now() - startedAt

  expect(sent).toHaveLength(BURST)
  expect(outcomes([...warm, ...sent])).toEqual({
    changed: [200],
    health: [200],
    login: [401, 429],
    nothing: [404],
    unchanged: [304],
    visitor: [401],
  })
  const times = sent.filter(({ kind }) => kind === 'unchanged').map((each) => each.tookMs)
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Infinity
  expect({ tookMs, p99 }).toSatisfy(() => tookMs < BOUNDS.tookMs && p99 < BOUNDS.p99Ms)
  await expect
    .poll(() => memoryOf(server.pid), { timeout: 60_000, interval: 1_000 })
    .toBeLessThanOrEqual(Math.max(memoryBefore, 1) * BOUNDS.memory)
  const seconds = (tookMs / 1_000).toFixed(1)
  const memory = `${memoryBefore.toFixed(0)} MB before, ${memoryOf(server.pid).toFixed(0)} MB after`
  process.stdout.write(
    `${String(BURST)} requests in ${seconds} s, 304 within ${p99.toFixed(0)} ms (p99), ${memory}\n`,
  )
  await end(server)
})

/** Sends a number of requests of all kinds, mixed, one after the other on each connection. */
async function burst(count: number, seed: number): Promise<Sent[]> {
  const random = chance(seed)
  const kinds = await kindsOf()
  const order = Array.from({ length: count }, () => {
    let left = random()
    return kinds.find(({ share }) => (left -= share) < 0) ?? kinds[0]
  })
  const sent: Sent[] = []
  const workers = Array.from({ length: CONNECTIONS }, async () => {
    for (let kind = order.pop(); kind; kind = order.pop()) sent.push(await send(kind))
  })
  await Promise.all(workers)
  return sent
}

async function kindsOf(): Promise<Kind[]> {
  const list = `${API_PREFIX}/data_bins`
  const signedIn = { authorization: `Bearer ${token}` }
  const etag = await etagOf(list, signedIn)
  return [
    { name: 'unchanged', share: 0.6, path: list, headers: { ...signedIn, 'if-none-match': etag } },
    { name: 'changed', share: 0.1, path: list, headers: signedIn },
    { name: 'visitor', share: 0.1, path: list, headers: { authorization: 'Bearer nobody' } },
    { name: 'nothing', share: 0.1, path: `${API_PREFIX}/nothing`, headers: {} },
    { name: 'health', share: 0.05, path: `${API_PREFIX}/health`, headers: {} },
    {
      name: 'login',
      share: 0.05,
      path: `${API_PREFIX}/token`,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'username=root&password=wrong',
    },
  ]
}

function send({ name, path, method = 'GET', headers, body }: Kind): Promise<Sent> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, address), { method, headers, agent }, (answer) => {
      answer.resume()
      answer.once('end', () => {
        const tookMs = performance.now() - startedAt
        resolve({ kind: name, status: answer.statusCode ?? 0, tookMs })
      })
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

async function etagOf(path: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const answer = await fetch(new URL(path, address), { headers })
  await answer.arrayBuffer()
  return answer.headers.get('etag') ?? ''
}

/** The statuses of each kind, sorted. */
function outcomes(sent: readonly Sent[]): Record<string, number[]> {
  const found: Record<string, number[]> = {}
  for (const { kind, status } of sent) {
    const known = (found[kind] ??= [])
    if (!known.includes(status)) known.push(status)
  }
  for (const known of Object.values(found)) known.sort((a, b) => a - b)
  return found
}

/** A super admin with a session, and a list worth protecting. */
async function prepare(databaseUrl: string): Promise<string> {
  const trouble = { onTrouble: fail, onDeath: fail }
  const database = await openDatabase({ databaseUrl, dataDir: folder }, trouble)
  const { db } = database
  const rows = Array.from({ length: ROWS }, (_, at) => ({
    id: at + 1,
    bin_number: `B-${String(at)}`,
  }))
  await putRecords(db, 'bins', rows, Date.now())
  await db.transaction((tx) => changeState(tx, 'bins', { asOf: new Date() }))
  const place = { db, now: Date.now, seal: sealerWith(SECRET_KEY) }
  const session = await (await aSuperAdmin(place, { features: ['bins'] })).session()
  await database.close()
  return session
}

function fail(error: Error): never {
  throw error
}

/** Resident memory of a process in MB (Linux; elsewhere only the figures are missing). */
function memoryOf(pid: number): number {
  if (process.platform !== 'linux') return 0
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
}
