/** The servers of the list and their requests: our server, a bare Postgres and a bare Fastify route. */
import { Agent, get } from 'node:http'
import pg from 'pg'
import { pathSince } from '#contract/sync/changes.ts'
import { API_PREFIX } from '#contract/constants.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { countsEndpoint } from '#contract/sync/counts.ts'
import { Part, pathOfFirstPart, pathOfPart } from '#contract/sync/parts.ts'
import { CLIENTS } from '#test/bench/server/figures.ts'
import { COLLECTION, type Filled } from '#test/bench/server/fill.ts'

/** The requests of a client. */
export type Question = 'full' | 'packed' | 'ready' | 'part' | 'counts' | 'unchanged' | 'delta'

export interface Asked {
  readonly name: string
  /** Makes one request; resolves with the size of the complete answer in bytes. Absent when the server has no such request. */
  readonly ask: Partial<Readonly<Record<Question, () => Promise<number>>>>
  readonly close: () => Promise<void>
}

/** Our server with no memory for answers, so that each is made again. */
export const FORGETFUL = 'ours, LIST_CACHE_MB=0'

/** Our server's answers for an authorised session. */
export async function askOurs(
  name: string,
  address: string,
  { token, before, epoch }: Filled,
): Promise<Asked> {
  const { path } = listEndpoint(COLLECTION)
  const at = (call: string) => `${address}${API_PREFIX}${call}`
  const headers = { authorization: `Bearer ${token}` }
  const [from = '', to = null] = await startsOf(at(pathOfFirstPart(path)), headers)
  return overHttp(name, {
    list: at(path),
    ready: at(path),
    since: at(pathSince(path, { since: before, epoch })),
    part: at(pathOfPart(path, { from, to })),
    counts: at(countsEndpoint.path),
    headers,
  })
}

/** Where the parts of the list start, after the first one. */
async function startsOf(url: string, headers: Readonly<Record<string, string>>): Promise<string[]> {
  const { starts = [] } = Part.parse(await (await fetch(url, { headers })).json())
  return starts
}

export function askFastify(address: string): Promise<Asked> {
  const list = `${address}/list`
  const ready = `${address}/ready`
  return overHttp('bare Fastify route', { list, ready, since: `${list}?since=1`, headers: {} })
}

/** The same rows as one text made by Postgres; when nothing changed, the smallest query that shows it. */
export function askPostgres(databaseUrl: string, { before }: Filled): Asked {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS })
  const size = async (query: string, values: readonly unknown[] = []): Promise<number> => {
    const { rows } = await pool.query<{ text: string }>(query, [...values])
    return rows[0]?.text.length ?? 0
  }
  return {
    name: 'bare Postgres, json_agg',
    ask: {
      full: () => size(`SELECT ${AGGREGATED} FROM (SELECT body FROM bare ORDER BY id) AS rows`),
      delta: () =>
        size(`SELECT ${AGGREGATED} FROM (SELECT body FROM bare WHERE seq > $1) AS rows`, [before]),
      unchanged: () => size('SELECT max(seq)::text AS text FROM bare'),
    },
    close: () => pool.end(),
  }
}

/** Without the cast the driver would parse the JSON. */
const AGGREGATED = 'json_agg(body)::text AS text'
/** The same number as our server opens. */
const CONNECTIONS = 10

interface Addresses {
  readonly list: string
  /** Sends a compressed list without compressing it. */
  readonly ready: string
  readonly since: string
  readonly part?: string
  readonly counts?: string
  readonly headers: Readonly<Record<string, string>>
}

async function overHttp(
  name: string,
  { list, ready, since, part, counts, headers }: Addresses,
): Promise<Asked> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const ask = (url: string, more: Readonly<Record<string, string>>, status: number) => () =>
    new Promise<Answer>((resolve, reject) => {
      const sent = get(url, { agent, headers: { ...headers, ...more } }, (answer) => {
        let size = 0
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length
        })
        answer.once('error', reject)
        answer.once('end', () => {
          if (answer.statusCode === status) resolve({ size, etag: answer.headers.etag ?? '' })
          else reject(new Error(`${name} answered ${String(answer.statusCode)} to ${url}`))
        })
      })
      sent.once('error', reject)
    })
  const { etag } = await ask(list, {}, 200)()
  const sized = (asking: () => Promise<Answer>) => async () => (await asking()).size
  return {
    name,
    ask: {
      full: sized(ask(list, {}, 200)),
      packed: sized(ask(list, AS_BROWSERS, 200)),
      ready: sized(ask(ready, AS_BROWSERS, 200)),
      ...(part !== undefined && { part: sized(ask(part, AS_BROWSERS, 200)) }),
      ...(counts !== undefined && { counts: sized(ask(counts, {}, 200)) }),
      unchanged: sized(ask(list, { 'if-none-match': etag }, 304)),
      delta: sized(ask(since, {}, 200)),
    },
    close: async () => agent.destroy(),
  }
}

const AS_BROWSERS = { 'accept-encoding': 'gzip, deflate, br' }

interface Answer {
  readonly size: number
  readonly etag: string
}
