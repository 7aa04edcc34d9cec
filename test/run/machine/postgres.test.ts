import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { ROOT } from '../../../src/run/program.mjs'
import { freePort } from '#test/support/server/free-port.ts'
import { findPostgres } from '#test/support/database/postgres-binaries.ts'
import { serverUser, startPostgres } from '#test/support/database/postgres.ts'

test('a real server starts, makes databases and does not wait for the disk', async () => {
  const server = await startPostgres()
  const url = await server.createDatabase('first')
  expect(server.version).toMatch(/^PostgreSQL \d+/)
  expect(await ask(url, 'SELECT current_database() AS value')).toMatch(/_first$/)
  expect(await ask(url, 'SHOW fsync')).toBe('off')
  await server.stop()
  await expect(ask(url, 'SELECT 1 AS value')).rejects.toThrow('ECONNREFUSED')
  // initdb takes seconds, on a busy machine many.
}, 60_000)

test('a server stops when the process that started it is killed', async () => {
  const { value: binaries } = await findPostgres().next()
  const port = await freePort()
  const order = JSON.stringify({ ...binaries, port, password: 'secret', ...serverUser() })
  const parent = spawn(
    process.execPath,
    [
      '-e',
      `const keeper = require('node:child_process').spawn(process.execPath, [process.argv[1]],
         { detached: true, stdio: ['pipe', 'pipe', 'inherit'] })
       keeper.stdout.pipe(process.stdout)`,
      join(ROOT, 'test/support/database/postgres-keeper.mjs'),
    ],
    { env: { ...process.env, PGKEEPER_ORDER: order }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  expect(String((await once(parent.stdout, 'data'))[0])).toBe('{"ready":true}\n')
  const url = `postgres://postgres:secret@127.0.0.1:${port}/postgres`
  const folder = String(await ask(url, 'SHOW data_directory')).replace(/\/data$/, '')
  expect(folder.startsWith(tmpdir())).toBe(true)

  parent.kill('SIGKILL')
  await expect
    .poll(() => readdirSync(tmpdir()).map((name) => join(tmpdir(), name)))
    .not.toContain(folder)
  await expect(ask(url, 'SELECT 1 AS value')).rejects.toThrow('ECONNREFUSED')
}, 60_000)

/** The single value that a query returns. */
async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return Object.values(rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}
