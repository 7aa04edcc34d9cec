/** Sends all requests to all servers, in rounds, at one number of rows. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startMeasured } from '#test/bench/erp/server.ts'
import { OURS } from '#test/bench/compare.ts'
import type { Sample } from '#test/bench/figures.ts'
import {
  askFastify,
  askOurs,
  askPostgres,
  type Asked,
  FORGETFUL,
  type Question,
} from '#test/bench/server/asked.ts'
import { ANSWERS_EACH, CLIENTS, type ServerFigureId } from '#test/bench/server/figures.ts'
import { fill, SECRET_KEY } from '#test/bench/server/fill.ts'
import type { TestPostgres } from '#test/support/database/postgres.ts'

/** A request, the number of concurrent clients, and the number of requests of each. */
interface Way {
  readonly figure: ServerFigureId
  readonly question: Question
  readonly clients: number
  readonly each: number
  /** Left out with more rows: fifty concurrent long lists are gigabytes, and compressing one takes seconds. */
  readonly upTo: number
  /** Whether only answers that lie ready can do it. */
  readonly isForReady: boolean
}

const ALL = Number.POSITIVE_INFINITY

function way(
  figure: ServerFigureId,
  question: Question,
  { clients = 1, each = 1, upTo = ALL, isForReady = false } = {},
): Way {
  return { figure, question, clients, each, upTo, isForReady }
}

const WAYS: readonly Way[] = [
  way('serverFull', 'full'),
  way('serverPacked', 'packed', { upTo: 100_000 }),
  way('serverReady', 'ready', { isForReady: true }),
  way('serverPart', 'part'),
  way('serverCounts', 'counts'),
  way('serverUnchanged', 'unchanged'),
  way('serverDelta', 'delta'),
  way('serverClientsUnchanged', 'unchanged', { clients: CLIENTS, each: ANSWERS_EACH }),
  way('serverClientsDelta', 'delta', { clients: CLIENTS }),
  way('serverClientsFull', 'full', { clients: CLIENTS, upTo: 10_000 }),
  way('serverClientsReady', 'ready', { clients: CLIENTS, isForReady: true }),
]

export interface ServerBench {
  /** Measures everything once. */
  readonly round: () => Promise<readonly Sample[]>
  readonly close: () => Promise<void>
}

/** Fills a new database and starts all servers, each in its own process, and warms them up. */
export async function openServerBench(postgres: TestPostgres, rows: number): Promise<ServerBench> {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-bench-'))
  const databaseUrl = await postgres.createDatabase(`bench_${String(rows)}`)
  const filled = await fill(databaseUrl, rows, folder)
  const settings = { DATA_DIR: folder, DATABASE_URL: databaseUrl, SECRET_KEY }
  const server = await startMeasured(settings)
  const forgetful = await startMeasured({ ...settings, LIST_CACHE_MB: '0' })
  const bare = await startBare(folder, await bodiesOf(databaseUrl, filled.before))
  const asked = [
    await askOurs(OURS, server.address, filled),
    await askOurs(FORGETFUL, forgetful.address, filled),
    askPostgres(databaseUrl, filled),
    await askFastify(bare.address),
  ]
  for (const question of ['full', 'delta'] as const) await assertSame(asked, question)
  const round = async () => {
    const samples = await askAll(asked, rows)
    for (const [contender, measured] of [[OURS, server] as const, [FORGETFUL, forgetful] as const])
      samples.push({
        figure: MEMORY,
        rows,
        speed: 1,
        contender,
        value: measured.peakMb() ?? Number.NaN,
      })
    return samples
  }
  await round()
  for (const { ask } of asked)
    if (ask.unchanged) await inRows(ask.unchanged, CLIENTS, WARM_ANSWERS_EACH)
  return {
    round,
    close: async () => {
      for (const one of asked) await one.close()
      await bare.stop()
      await server.stop()
      await forgetful.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The text around the rows of an answer, and between them. */
const AROUND_BYTES = 500
const BETWEEN = 0.05

/** @throws Error when a server answers with other rows */
async function assertSame(asked: readonly Asked[], question: Question): Promise<void> {
  const sizes = await Promise.all(asked.map(async ({ ask }) => (await ask[question]?.()) ?? 0))
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
  if (most > least * (1 + BETWEEN) + AROUND_BYTES)
    throw new Error(`the answers to ${question} differ: ${sizes.join(', ')} bytes`)
}

async function askAll(asked: readonly Asked[], rows: number): Promise<Sample[]> {
  const samples: Sample[] = []
  for (const { figure, question, clients, each, upTo, isForReady } of WAYS) {
    if (rows > upTo) continue
    for (const { name, ask } of asked) {
      const asking = ask[question]
      if (!asking || (isForReady && name === FORGETFUL)) continue
      const start = performance.now()
      await inRows(asking, clients, each)
      const value = performance.now() - start
      samples.push({ figure, rows, speed: 1, contender: name, value })
    }
  }
  return samples
}

/** Like a server that has been in use for some minutes. */
const WARM_ANSWERS_EACH = 100

async function inRows(ask: () => Promise<unknown>, clients: number, each: number): Promise<void> {
  await Promise.all(Array.from({ length: clients }, () => inRow(ask, each)))
}

async function inRow(ask: () => Promise<unknown>, times: number): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) await ask()
}

interface Bodies {
  readonly full: string
  readonly delta: string
}

/** The bodies of the bare route, with the same rows. */
async function bodiesOf(databaseUrl: string, before: number): Promise<Bodies> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const textOf = async (seq: number): Promise<string> => {
    const query = `SELECT json_build_object('data', json_agg(body))::text AS text FROM bare WHERE seq > $1`
    const { rows } = await client.query<{ text: string }>(query, [seq])
    return rows[0]?.text ?? ''
  }
  const bodies = { full: await textOf(-1), delta: await textOf(before) }
  await client.end()
  return bodies
}

const MEMORY: ServerFigureId = 'serverMemory'

const BARE = fileURLToPath(new URL('bare.mjs', import.meta.url))

async function startBare(folder: string, { full, delta }: Bodies) {
  const paths = [join(folder, 'full.json'), join(folder, 'delta.json')] as const
  writeFileSync(paths[0], full)
  writeFileSync(paths[1], delta)
  const child = spawn(process.execPath, [BARE, ...paths], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [address] = await once(createInterface({ input: child.stdout }), 'line')
  return {
    address: String(address),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
