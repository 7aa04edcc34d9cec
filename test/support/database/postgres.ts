/** A real Postgres server for tests: the one that TEST_DATABASE_URL names, or a throwaway one. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createDatabase, dropDatabase, serverVersion } from '#test/support/database/databases.ts'
import { freePort } from '#test/support/server/free-port.ts'
import { thisMachine } from '#test/support/machine.ts'
import { findPostgres, type PostgresBinaries } from '#test/support/database/postgres-binaries.ts'

export interface TestPostgres {
  /** URL of a database on the server, as a role that may create databases. */
  readonly url: string
  /** Such as `PostgreSQL 15.18 (Debian 15.18-0+deb12u1)`. */
  readonly version: string
  /**
   * Creates an empty database with a unique name, and returns its URL.
   * @param how further options of CREATE DATABASE
   */
  createDatabase(name: string, how?: string): Promise<string>
  /** Removes what was created here. */
  stop(): Promise<void>
}

/** @throws Error with one sentence if no server is available */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env['TEST_DATABASE_URL']
  const server = given ? { url: given, end: async () => {} } : await startOwnPostgres()
  const prefix = `dockside_test_${randomBytes(4).toString('hex')}`
  const made: string[] = []
  return {
    url: server.url,
    version: await serverVersion(server.url),
    createDatabase: (name, how) => {
      const unique = `${prefix}_${name}`
      made.push(unique)
      return createDatabase(server.url, unique, how)
    },
    stop: async () => {
      if (given) for (const name of made) await dropDatabase(given, name)
      await server.end()
    },
  }
}

/** A throwaway Postgres server that can be stopped and started again, whatever TEST_DATABASE_URL says. */
export interface OwnPostgres {
  readonly url: string
  /** The folder of its programs. */
  readonly bin: string
  /** Stops the server like `pg_ctl stop -m`; its data stays. */
  stop(how: 'fast' | 'immediate'): Promise<void>
  /** Starts it again on the same port. */
  start(): Promise<void>
  /** Removes it with its data. */
  end(): Promise<void>
}

/** The first programs on the machine that start. If the port was taken meanwhile, another one is tried. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const failures: string[] = []
  for await (const binaries of findPostgres()) {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const started = await keep(binaries)
      if ('url' in started) return started
      failures.push(`${binaries.postgres}: ${started.failed}`)
      if (!/address already in use/i.test(started.failed)) break
    }
  }
  throw new Error(`The Postgres server for the tests does not start. ${failures.join('; ')}`)
}

/** Starts a server under a keeper, which stops it when this process ends, even by SIGKILL. */
async function keep(binaries: PostgresBinaries): Promise<OwnPostgres | { failed: string }> {
  const port = await freePort()
  const password = randomBytes(16).toString('hex')
  const order = JSON.stringify({ ...binaries, port, password, ...serverUser() })
  const keeper = spawn(process.execPath, [KEEPER], {
    detached: true,
    env: { ...process.env, PGKEEPER_ORDER: order },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => keeper.once('exit', () => resolve()))
  const answers = createInterface({ input: keeper.stdout })[Symbol.asyncIterator]()
  const failed = await failureIn(answers)
  if (failed !== null) return { failed }

  const tell = async (word: string): Promise<void> => {
    keeper.stdin.write(`${word}\n`)
    const why = await failureIn(answers)
    if (why !== null) throw new Error(`Postgres did not ${word}: ${why}`)
  }
  for (const pipe of [keeper.stdin, keeper.stdout]) if (pipe instanceof Socket) pipe.unref()
  keeper.unref()
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    bin: dirname(binaries.postgres),
    stop: tell,
    start: () => tell('start'),
    end: () => {
      keeper.ref()
      keeper.stdin.end()
      return ended
    },
  }
}

const KEEPER = fileURLToPath(new URL('./postgres-keeper.mjs', import.meta.url))

/** Why the keeper could not carry out an order; null if it did. */
async function failureIn(answers: AsyncIterator<string>): Promise<string | null> {
  const { value, done } = await answers.next()
  if (done) return 'its keeper ended without a word'
  const answer: unknown = JSON.parse(value)
  const hasFailed = typeof answer === 'object' && answer !== null && 'failed' in answer
  return hasFailed ? String(answer.failed) : null
}

/** Postgres refuses to run as root, so root runs it as another user. */
export function serverUser(): { uid: number; gid: number } | undefined {
  if (!thisMachine.isRoot) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
  for (const name of ['postgres', 'nobody']) {
    const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(users) ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    "Postgres does not run as root, and there is neither a user 'postgres' nor 'nobody'.",
  )
}
