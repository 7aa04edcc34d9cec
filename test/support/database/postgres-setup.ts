/**
 * Vitest's global set-up of the suites on a real Postgres server: one server for all files, which create
 * databases on it. It starts when the first test requests it (test/support/database/suite-postgres.ts), so
 * a run without database tests does not wait for one.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { TestProject } from 'vitest/node'
import { announce } from '#test/support/announce.ts'
import { startPostgres, type TestPostgres } from '#test/support/database/postgres.ts'
import type { PostgresAnswer, PostgresDesk } from '#test/support/database/suite-postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    readonly postgresDesk: PostgresDesk
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<TestPostgres> | undefined
  const secret = randomUUID()
  const desk = createServer({ allowHalfOpen: true }, (socket) => {
    let asked = ''
    socket.setEncoding('utf8').on('data', (text: string) => (asked += text))
    socket.on('error', () => socket.destroy())
    socket.on('end', () => {
      if (asked !== secret) return socket.destroy()
      starting ??= startAnnounced()
      return void answerOf(starting).then((answer) => socket.end(JSON.stringify(answer)))
    })
  })
  desk.listen(0, '127.0.0.1')
  await once(desk, 'listening')
  const address = desk.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  project.provide('postgresDesk', { port: address.port, secret })
  return async () => {
    desk.close()
    await (await starting?.catch(() => undefined))?.stop()
  }
}

async function startAnnounced(): Promise<TestPostgres> {
  const postgres = await startPostgres()
  announce(postgres.version)
  return postgres
}

function answerOf(starting: Promise<TestPostgres>): Promise<PostgresAnswer> {
  return starting.then(
    ({ url }) => ({ url }),
    (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }),
  )
}
