import { describe, expect, test } from 'vitest'
import { isPlainDatabaseUrl, tryDatabase } from '#server/db/database-url.ts'
import { DEAD_PORT } from '#test/support/free-port.ts'
import { startSmallPostgres } from '#test/support/small-postgres.ts'

describe('the address of one database on one host', () => {
  test.each([
    'postgres://user:pass@db.example.com:5432/dock',
    'postgresql://user@127.0.0.1/dock',
    'postgres://localhost/dock',
    'postgres://user:p%40ss@[2001:db8::1]:5433/dock',
    'postgres://user:pass@db.example.com/dock?sslmode=require',
    'postgres://user:pass@db.example.com/dock?sslmode=verify-full&application_name=dock&connect_timeout=5',
  ])('%s', (url) => {
    expect(isPlainDatabaseUrl(url)).toBe(true)
  })
})

describe('what leads elsewhere, or is no address of a database', () => {
  test.each([
    '',
    'dock',
    'mysql://user@db.example.com/dock',
    'https://db.example.com/dock',
    'file:///var/lib/dock',
    '/var/lib/dock',
    'postgres://',
    'postgres:dock',
    'postgres:///dock',
    'postgres:///dock?host=/var/run/postgresql',
    'postgres://user@%2Fvar%2Frun%2Fpostgresql/dock',
    'postgres://db.example.com,evil.example/dock',
    'postgres://db.example.com/',
    'postgres://db.example.com',
    'postgres://db.example.com/dock/more',
    'postgres://db.example.com/dock#fragment',
    ...[
      'host=evil.example',
      'hostaddr=127.0.0.1',
      'port=22',
      'service=other',
      'servicefile=/etc/pg',
      'options=-c%20search_path=evil',
      'user=postgres',
      'password=x',
      'dbname=other',
      'passfile=/etc/passwd',
      'sslcert=/etc/shadow',
      'sslkey=/etc/shadow',
      'sslrootcert=/etc/shadow',
      'sslmode=no-verify',
      'sslmode=',
      'ssl=true',
      'HOST=evil.example',
      '__proto__=x',
      'constructor=x',
      'sslmode=require&host=evil.example',
    ].map((query) => `postgres://user@db.example.com/dock?${query}`),
  ])('%s', (url) => {
    expect(isPlainDatabaseUrl(url)).toBe(false)
  })
})

describe('a database is reached', () => {
  test('when it answers', async () => {
    const server = await startSmallPostgres()
    expect(await tryDatabase(server.url)).toBe('fit')
    await server.close()
  })

  test('not when nobody listens', async () => {
    expect(await tryDatabase(`postgres://dock@127.0.0.1:${DEAD_PORT}/dock`)).toBe('unreachable')
  })

  test('not when somebody listens who says nothing', async () => {
    const server = await startSmallPostgres('silent')
    expect(await tryDatabase(server.url, 100)).toBe('unreachable')
    await expect.poll(server.connections).toBe(1)
    await server.close()
  })

  test('not under a name that does not exist', async () => {
    expect(await tryDatabase('postgres://dock@no-such-host.invalid/dock')).toBe('unreachable')
  })
})
