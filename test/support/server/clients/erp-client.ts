/** A client of the connector for a simulated account: waits take no time and are recorded. */
import { randomBytes } from 'node:crypto'
import { createClient, type ClientDeps, type ErpClient } from '#server/erp/transport/client.ts'
import type { ErpFault } from '#server/erp/transport/fault.ts'
import { createSemaphore } from '#server/erp/transport/semaphore.ts'
import { type OAuth1Credentials, oauth1Signer } from '#server/erp/transport/oauth.ts'
import type { NetSuite } from '#test/netsuite/server.ts'

export interface TestClient extends ErpClient {
  /** How long the client would have waited before each retry, in milliseconds. */
  readonly waits: readonly number[]
  /** The faults that were retried. */
  readonly retried: readonly ErpFault[]
  /** Aborts running requests. */
  abort(): void
}

/** @param more what differs from the default: randomness is always half, hosts are those of the account */
export function testClient(
  netsuite: Pick<NetSuite, 'url' | 'credentials'>,
  more: Partial<ClientDeps> & { readonly credentials?: Partial<OAuth1Credentials> } = {},
): TestClient {
  const { credentials, ...deps } = more
  const now = deps.now ?? Date.now
  const ending = new AbortController()
  const waits: number[] = []
  const retried: ErpFault[] = []
  const signer = oauth1Signer(
    { ...netsuite.credentials, ...credentials },
    { now, nonce: () => randomBytes(16).toString('hex') },
  )
  const client = createClient(netsuite.url, signer, {
    now,
    random: () => 0.5,
    wait: async (ms) => void waits.push(ms),
    requests: createSemaphore(4),
    allowedHosts: [new URL(netsuite.url).origin],
    signal: ending.signal,
    onRetry: (fault) => retried.push(fault),
    ...deps,
  })
  return { ...client, waits, retried, abort: () => ending.abort(new Error('aborted')) }
}
