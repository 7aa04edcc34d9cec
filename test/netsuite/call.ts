// A request with its body, and what it is about.
import type { IncomingMessage } from 'node:http'
import { splitOnce } from '#test/netsuite/auth/percent.ts'
import type { Subject } from '#test/netsuite/faults.ts'
import { parseQuery } from '#test/netsuite/suiteql/parser/parser.ts'

export const SUITEQL_PATH = '/services/rest/query/v1/suiteql'
export const GOVERNANCE_PATH = '/services/rest/system/v1/governanceLimits'
export const RECORD_PATH = '/services/rest/record/v1/'

/** A request with its whole body. `json` is undefined when the body is not JSON. */
export interface Call {
  readonly method: string
  /** Absolute URL as the caller wrote it. */
  readonly url: string
  readonly path: string
  readonly parameters: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly json: unknown
  /** The raw body. */
  readonly text: string
}

/** Reads the whole request. */
export async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const text = Buffer.concat(chunks).toString('utf8')
  const target = request.url ?? '/'
  const [path, query] = splitOnce(target, '?')
  return {
    method: request.method ?? 'GET',
    url: `http://${request.headers.host ?? ''}${target}`,
    path,
    parameters: new URLSearchParams(query),
    headers: request.headers,
    json: readJson(text),
    text,
  }
}

/** The SuiteQL text of a query call; null for other calls. */
export function queryText({ path, json }: Call): string | null {
  if (path !== SUITEQL_PATH || typeof json !== 'object' || json === null) return null
  return 'q' in json && typeof json.q === 'string' ? json.q : null
}

/** The tables or the record type of the call, for faults and counters. */
export function subjectOf(call: Call): Subject {
  const query = queryText(call)
  if (query !== null) return { names: tablesOf(query), text: query, isQuery: true }
  const [type] = call.path.startsWith(RECORD_PATH)
    ? splitOnce(call.path.slice(RECORD_PATH.length), '/')
    : ['']
  return { names: type === '' ? [] : [type], text: call.path, isQuery: false }
}

function tablesOf(query: string): string[] {
  try {
    const { from, joins } = parseQuery(query)
    return [from, ...joins].map(({ table }) => table)
  } catch {
    return []
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
