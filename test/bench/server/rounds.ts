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
import type { Sample } from '#test/bench/figures.ts'
import {
  askFastify,
  askOurs,
  askPostgres,
  type Asked,
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
}

const ALL = Number.POSITIVE_INFINITY
const WAYS: readonly Way[] = [
  { figure: 'serverFull', question: 'full', clients: 1, each: 1, upTo: ALL },
  { figure: 'serverPacked', question: 'packed', clients: 1, each: 1, upTo: 100_000 },
  { figure: 'serverUnchanged', question: 'unchanged', clients: 1, each: 1, upTo: ALL },
  { figure: 'serverDelta', question: 'delta', clients: 1, each: 1, upTo: ALL },
  {
    figure: 'serverClientsUnchanged',
    question: 'unchanged',
    clients: CLIENTS,
    each: ANSWERS_EACH,
    upTo: ALL,
  },
  { figure: 'serverClientsDelta', question: 'delta', clients: CLIENTS, each: 1, upTo: ALL },
  { figure: 'serverClientsFull', question: 'full', clients: CLIENTS, each: 1, upTo: 10_000 },
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
  const server = await startMeasured({ DATA_DIR: folder, DATABASE_URL: databaseUrl, SECRET_KEY })
  const bare = await startBare(folder, await bodiesOf(databaseUrl, filled.before))
  const asked = [
    await askOurs(server.address, filled),
    askPostgres(databaseUrl, filled),
    await askFastify(bare.address),
  ]
  for (const question of ['full', 'delta'] as const) await assertSame(asked, question)
  const round = () => askAll(asked, rows)
  await round()
  return {
    round,
    close: async () => {
      for (const one of asked) await one.close()
      await bare.stop()
      await server.stop()
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
  for (const { figure, question, clients, each, upTo } of WAYS) {
    if (rows > upTo) continue
    for (const { name, ask } of asked) {
      const asking = ask[question]
      if (!asking) continue
      const start = performance.now()
      await Promise.all(Array.from({ length: clients }, () => inRow(asking, each)))
      const value = performance.now() - start
      samples.push({ figure, rows, speed: 1, contender: name, value })
    }
  }
  return samples
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
