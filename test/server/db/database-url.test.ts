import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isPlainDatabaseUrl, tryDatabase } from '#server/db/database-url.ts'
import { DEAD_PORT } from '#test/support/server/free-port.ts'
import { message, startSmallPostgres } from '#test/support/database/small-postgres.ts'

describe('the address of one database on one host', () => {
  test.each([
    'postgres://user:pass@db.example.com:5432/dock',
    'postgresql://user@127.0.0.1/dock',
    'postgres://localhost/dock',
    'postgres://user:p%40ss@[2001:db8::1]:5433/dock',
    'postgres://user:pass@db.example.com/dock?sslmode=require',
    'postgres://user:pass@db.example.com/dock?sslmode=verify-full&application_name=dock&connect_timeout=5',
  ])('%s is accepted', (url) => {
    expect(isPlainDatabaseUrl(url)).toBe(true)
  })
})

describe('an address that leads elsewhere, or is not one of a database', () => {
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
  ])('%s is refused', (url) => {
    expect(isPlainDatabaseUrl(url)).toBe(false)
  })
})

describe('reaching a database', () => {
  test('a database that answers is reachable', async () => {
    const server = await startSmallPostgres()
    expect(await tryDatabase(server.url)).toBe('fit')
    await server.close()
  })

  test('a port without a listener is unreachable', async () => {
    expect(await tryDatabase(`postgres://dock@127.0.0.1:${DEAD_PORT}/dock`)).toBe('unreachable')
  })

  test('a listener that stays silent is unreachable', async () => {
    const server = await startSmallPostgres('silent')
    expect(await tryDatabase(server.url, 100)).toBe('unreachable')
    await expect.poll(server.connections).toBe(1)
    await server.close()
  })

  test('a database name that does not exist is unreachable', async () => {
    expect(await tryDatabase('postgres://dock@no-such-host.invalid/dock')).toBe('unreachable')
  })
})

describe('a hostile server instead of a database', () => {
  const AT_ONCE = 64 * 1024
  /** What is in the buffers of both systems in addition to what was read. */
  const MAX_TAKEN_BYTES = 16 * 1024 * 1024
  const WELCOME = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))])
  const ENDLESS = Buffer.from('D\x3f\xff\xff\xff', 'latin1')

  let server: Server | null = null
  const open = new Set<Socket>()
  let taken = 0
  afterEach(async () => {
    vi.unstubAllEnvs()
    for (const socket of open) socket.destroy()
    if (server) await once(server.close(), 'close')
    server = null
  })

  test.each<[what: string, query: string, first: Buffer, flood: Buffer]>([
    ['a message without an end', '', ENDLESS, Buffer.alloc(AT_ONCE)],
    ['a row without an end', '', Buffer.concat([WELCOME, ENDLESS]), Buffer.alloc(AT_ONCE)],
    ['settings without an end', '', WELCOME, filledWith(message('S', Buffer.from('a\0b\0')))],
    ['rows of nothing', '', WELCOME, filledWith(message('D', Buffer.alloc(2)))],
    ['certificates', '?sslmode=require', Buffer.from('S'), Buffer.alloc(AT_ONCE, '\x16\x03\x01')],
  ])('a server that sends %s is read only a little', async (_what, query, first, flood) => {
    const url = await listening((socket) => {
      const more = (error?: Error | null): void => {
        if (error) return
        taken += flood.length
        socket.write(flood, more)
      }
      socket.once('data', () => socket.write(first, more))
    })
    // Well before the timeout.
    expect(await tryDatabase(url + query, 50_000)).toBe('unreachable')
    expect(taken).toBeLessThan(MAX_TAKEN_BYTES)
  })

  test.each<[what: string, first: Buffer]>([
    ['an error that brings the driver to stand still', message('E', Buffer.alloc(0))],
    ['a question that no driver knows', message('R', Buffer.from([0, 0, 0, 99]))],
    ['a row of more fields than it has', Buffer.concat([WELCOME, message('D', ff(2))])],
    ['nothing at all', Buffer.alloc(0)],
  ])(
    'a server that sends %s ends in a timeout, and our server keeps running',
    async (_what, first) => {
      const url = await listening((socket) => socket.once('data', () => socket.write(first)))
      let turns = 0
      const ticking = setInterval(() => (turns += 1), 10)
      expect(await tryDatabase(url, 500)).toBe('unreachable')
      clearInterval(ticking)
      expect(turns).toBeGreaterThan(0)
    },
  )

  test('a server that sends a byte now and then does not extend the timeout', async () => {
    const url = await listening((socket) => {
      const dripping = setInterval(() => socket.write('\0'), 20)
      socket.on('close', () => clearInterval(dripping))
    })
    expect(await tryDatabase(url, 300)).toBe('unreachable')
    await expect.poll(() => open.size).toBe(0)
  })

  test('a message of the server is not passed on', async () => {
    const small = await startSmallPostgres('polite', 'perfect')
    expect(await tryDatabase(small.url)).toBe('unreachable')
    await small.close()
  })

  test("a server that asks for a missing password does not get the operator's", async () => {
    vi.stubEnv('PGPASSWORD', 'of-the-operator')
    const heard: Buffer[] = []
    const url = await listening((socket) => {
      socket.once('data', () => socket.write(message('R', Buffer.from([0, 0, 0, 3]))))
      socket.on('data', (data) => heard.push(data))
    })
    expect(await tryDatabase(url.replace(':secret-word', ''), 1_000)).toBe('unreachable')
    expect(heard.length).toBeGreaterThan(0)
    expect(Buffer.concat(heard).toString()).not.toContain('of-the-operator')
  })

  async function listening(greet: (socket: Socket) => void): Promise<string> {
    taken = 0
    server = createServer((socket) => {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
      socket.on('error', () => socket.destroy())
      greet(socket)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    return `postgres://dock:secret-word@127.0.0.1:${address.port}/dock`
  }

  function filledWith(one: Buffer): Buffer {
    return Buffer.concat(Array.from({ length: Math.ceil(AT_ONCE / one.length) }, () => one))
  }

  function ff(length: number): Buffer {
    return Buffer.alloc(length, 0x7f)
  }
})
