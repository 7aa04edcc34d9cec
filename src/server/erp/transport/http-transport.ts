/** The only place where the server calls the ERP over HTTP. */
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { AddressRefused, type AllowedAddress, publicLookup } from '#server/erp/transport/address.ts'
import type { HttpAnswer } from '#server/erp/transport/http-answer.ts'
import { ErpFault, erpSentences } from '#server/erp/transport/fault.ts'

export interface TransportLimits {
  /** How long a connection may take to open. */
  readonly connectMs: number
  /** The idle timeout of a connection, except for a PUT. A query may take a while before it answers. */
  readonly idleMs: number
  /** The total timeout of a request. */
  readonly totalMs: number
  /** The maximum size of an answer. */
  readonly maxBytes: number
}

export const TRANSPORT_LIMITS: TransportLimits = {
  connectMs: 10_000,
  idleMs: 40_000,
  totalMs: 300_000,
  maxBytes: 20_000_000,
}

/** Connections to one address of the ERP. */
export interface HttpTransport {
  /**
   * Sends a JSON body, or none with a GET. Redirects are not followed, but returned like any other answer.
   * @throws ErpFault `unreachable` without a complete answer, `bad-answer` if it is too large
   */
  send(
    method: 'GET' | 'POST' | 'PUT',
    url: URL,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<HttpAnswer>
  /** Closes idle connections. */
  close(): void
}

/** @param address a checked address; its name is resolved and checked again for every connection */
export function createHttpTransport(
  address: AllowedAddress,
  limits = TRANSPORT_LIMITS,
): HttpTransport {
  const isTls = address.url.protocol === 'https:'
  const agent = isTls ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const lookup = address.mayBePrivate ? {} : { lookup: publicLookup() }
  return {
    send: (method, url, headers, body, signal) =>
      new Promise((resolve, reject) => {
        const options = {
          ...lookup,
          agent,
          method,
          // NetSuite sends nothing until it has saved a record, which takes minutes if it is large.
          timeout: method === 'PUT' ? limits.totalMs : limits.idleMs,
          signal,
          headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
        }
        const fail = (error: unknown) => reject(connectionFault(error))
        const request = (isTls ? requestHttps : requestHttp)(url, options, (response) => {
          readBody(response, limits.maxBytes).then(resolve, fail)
        })
        const end = setTimeout(() => request.destroy(new Error('it took too long')), limits.totalMs)
        request.on('close', () => clearTimeout(end))
        request.on('socket', (socket) => {
          if (!socket.connecting) return
          const late = setTimeout(
            () => request.destroy(new Error('the connection did not open')),
            limits.connectMs,
          )
          socket.once(isTls ? 'secureConnect' : 'connect', () => clearTimeout(late))
          request.on('close', () => clearTimeout(late))
        })
        request.on('timeout', () => request.destroy(new Error('nothing moved for too long')))
        request.on('error', fail)
        request.end(body)
      }),
    close: () => agent.destroy(),
  }
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<HttpAnswer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    const bytes = chunk as Buffer
    size += bytes.length
    if (size > maxBytes) throw new ErpFault('bad-answer', erpSentences.tooLarge)
    chunks.push(bytes)
  }
  return {
    status: response.statusCode ?? 0,
    retryAfter: response.headers['retry-after'] ?? null,
    location: response.headers.location ?? null,
    date: response.headers.date ?? null,
    text: Buffer.concat(chunks).toString('utf8'),
  }
}

function connectionFault(error: unknown): ErpFault {
  if (error instanceof ErpFault) return error
  if (error instanceof AddressRefused)
    return new ErpFault('not-configured', erpSentences.address(error.message), { cause: error })
  const isTlsFault =
    error instanceof Error && /certificate|self.signed|altname/i.test(error.message)
  return new ErpFault('unreachable', erpSentences.unreachable, {
    passes: !isTlsFault,
    cause: error,
  })
}
