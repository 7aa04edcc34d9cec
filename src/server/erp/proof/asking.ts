/** Requests of a connection test: each made once, with its result in words. */
import type { TestStep } from '#contract/own/connection-test.ts'
import type { AllowedAddress } from '#server/erp/transport/address.ts'
import { type ErpClient, serviceUrl } from '#server/erp/transport/client.ts'
import { ErpFault } from '#server/erp/transport/fault.ts'
import { type HttpAnswer, readPage } from '#server/erp/transport/http-answer.ts'
import type { HttpTransport } from '#server/erp/transport/http-transport.ts'
import type { Signer } from '#server/erp/transport/oauth.ts'

export interface Asking {
  readonly address: AllowedAddress
  readonly exchange: HttpTransport
  readonly signer: Signer
  readonly now: () => number
  readonly signal: AbortSignal
  readonly atOnce: number
}

/** The result of a step without its title. */
export type Found = Pick<TestStep, 'state' | 'text'>

/**
 * Makes one signed request.
 * @param path under the REST services
 */
export async function ask(
  { address, exchange, signer, signal }: Asking,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  more: Readonly<Record<string, string>> = {},
): Promise<HttpAnswer> {
  const url = serviceUrl(address.url, path)
  const signed = await signer.sign({ method, url: url.href })
  const headers = body ? { ...signed, 'Content-Type': 'application/json', ...more } : signed
  return exchange.send(method, url, headers, body ? JSON.stringify(body) : '', signal)
}

/** Asks for the first row of a query. */
export function query(asking: Asking, sql: string): Promise<HttpAnswer> {
  const transient = { Prefer: 'transient' }
  return ask(asking, 'POST', 'query/v1/suiteql?limit=1&offset=0', { q: sql }, transient)
}

/** The requests of a test as those of a client, without its retries. */
export function clientOf(asking: Asking): Pick<ErpClient, 'query'> {
  return { query: async (sql) => readPage(await query(asking, sql), asking.now()) }
}

/** The result of a step, or the fault that it ended with. */
export async function outcome<T>(work: () => Promise<T>): Promise<T | ErpFault> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ErpFault) return error
    throw error
  }
}

/** Whether the account shows a column of a table; a fault if it cannot be told. */
export async function shows(
  asking: Asking,
  table: string,
  column: string,
): Promise<boolean | ErpFault> {
  const sql = `SELECT ${column} FROM ${table} ORDER BY ${column} FETCH NEXT 1 ROWS ONLY`
  const found = await outcome(() => clientOf(asking).query(sql))
  if (!(found instanceof ErpFault)) return true
  return found.kind === 'query' || found.kind === 'permission' ? false : found
}

export function passed(text: string): Found {
  return { state: 'passed', text }
}

export function warned(text: string): Found {
  return { state: 'warning', text }
}

export function failed({ message }: Pick<ErpFault, 'message'>): Found {
  return { state: 'failed', text: message }
}
