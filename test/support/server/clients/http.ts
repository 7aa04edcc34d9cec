/** Real requests to a server at an address, each on its own connection, so that none is kept open. */
import { request } from 'node:http'
import { request as requestTls } from 'node:https'
import { API_PREFIX } from '#contract/constants.ts'

export interface Got {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, unknown>>
}

export function get(address: string, path: string): Promise<Got> {
  return send(address, path, 'GET')
}

/** A call with a JSON body. */
export function post(address: string, path: string, body: object): Promise<Got> {
  return send(address, `${API_PREFIX}${path}`, 'POST', JSON.stringify(body))
}

function send(address: string, path: string, method: string, body?: string): Promise<Got> {
  const url = new URL(path, address)
  const ask = url.protocol === 'https:' ? requestTls : request
  const headers = body === undefined ? {} : { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    // The certificate of a test is self-signed.
    const options = { method, headers, agent: false, rejectUnauthorized: false }
    const sent = ask(url, options, (answer) => {
      answer.resume()
      answer.once('end', () => resolve({ status: answer.statusCode, headers: answer.headers }))
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
