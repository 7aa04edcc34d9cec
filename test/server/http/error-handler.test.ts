import Fastify from 'fastify'
import { DrizzleQueryError } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { refusals } from '#contract/refusals.ts'
import { openLog } from '#server/log.ts'
import { handleErrors } from '#server/http/error-handler.ts'

const TEN_MINUTES_MS = 10 * 60_000

afterEach(() => vi.useRealTimers())

/** An app whose only call fails as the database does. */
function failingApp(code: string, databaseUrl: string | null) {
  const lines: string[] = []
  const log = openLog('error', { write: (line) => void lines.push(line) })
  const app = Fastify({ loggerInstance: log })
  handleErrors(app, { databaseUrl })
  const reason = Object.assign(new Error('it failed'), { code })
  app.get('/', () => Promise.reject(new DrizzleQueryError('INSERT', [], reason)))
  return {
    ask: async () => {
      const { statusCode, headers, body } = await app.inject('/')
      const { detail }: { detail: unknown } = Object(JSON.parse(body))
      return [statusCode, headers['retry-after'], detail]
    },
    logged: () => lines.map((line): unknown => Object(JSON.parse(line)).msg),
  }
}

const URL = 'postgres://unused.invalid/unused'

test.each(['53100', 'ENOSPC', 'EDQUOT'])(
  '%s means a full disk, which is logged once in ten minutes however often it occurs',
  async (code) => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { ask, logged } = failingApp(code, URL)
    for (let time = 0; time < 3; time += 1)
      expect(await ask()).toEqual([503, '60', refusals.diskFull])
    expect(logged()).toEqual(['a disk is full'])
    vi.advanceTimersByTime(TEN_MINUTES_MS)
    await ask()
    expect(logged()).toHaveLength(2)
  },
)

test('a read-only database means a full disk if it is the embedded one, which has reported it, and otherwise a standby', async () => {
  const [embedded, server] = [failingApp('25006', null), failingApp('25006', URL)]
  expect(await embedded.ask()).toEqual([503, '60', refusals.diskFull])
  expect(embedded.logged()).toEqual([])
  expect(await server.ask()).toEqual([503, '5', refusals.unavailable])
  expect(server.logged()).toEqual(['failed'])
})

test('any other failure is a 500 without internal details', async () => {
  expect(await failingApp('42P01', URL).ask()).toEqual([500, undefined, 'Internal Server Error'])
})
