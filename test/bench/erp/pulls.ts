/** Pulls of a large inventory at 50 ms a page: duration, memory and requests. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints, listEndpoint, pullEndpoint } from '#contract/endpoints.ts'
import { startMeasured } from '#test/bench/erp/server.ts'
import { sandboxCredentials } from '#test/netsuite/auth/credentials.ts'
import { makeWarehouse } from '#test/netsuite/generator/make-warehouse.ts'
import { startNetSuite } from '#test/netsuite/server.ts'
import { ask, firstAdmin, setUpErp } from '#test/support/server/first-admin.ts'

const PAGE_MS = 50
const LOOK_EVERY_MS = 50

/** The figures of one pull. */
export interface MeasuredPull {
  readonly database: 'embedded' | 'server'
  readonly rows: number
  readonly pull: 'first' | 'second'
  readonly seconds: number
  readonly requests: number
  readonly peakMb: number | null
  /** The longest response time of another call during the pull, in ms. */
  readonly longestWaitMs: number
  readonly added: unknown
  readonly changed: unknown
  /** The sequence of the list after both pulls. */
  readonly seq: string | null
}

/**
 * Pulls everything twice, the second time without a change.
 * @param databaseUrl null: the embedded database
 */
export async function measurePulls(
  rows: number,
  databaseUrl: string | null,
): Promise<MeasuredPull[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-bench-'))
  const warehouse = makeWarehouse({ inventory: rows })
  const netsuite = await startNetSuite({ credentials: sandboxCredentials, warehouse })
  netsuite.faults.latencyMs = PAGE_MS
  const server = await startMeasured({
    DATA_DIR: folder,
    ERP_ALLOWED_HOSTS: netsuite.url,
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl, SECRET_KEY: 'x'.repeat(32) }),
  })
  try {
    const token = await firstAdmin(server.address)
    await setUpErp(server.address, token, netsuite)
    const found: Omit<MeasuredPull, 'seq'>[] = []
    for (const pull of ['first', 'second'] as const) {
      netsuite.requests.reset()
      const watch = watchWaits(() => ask(server.address, endpoints.ownProfile, { token }))
      const startedAt = performance.now()
      const { body } = await ask(server.address, pullEndpoint('inventory'), { token })
      const seconds = (performance.now() - startedAt) / 1000
      const longestWaitMs = await watch.end()
      found.push({
        database: databaseUrl === null ? 'embedded' : 'server',
        rows,
        pull,
        seconds,
        requests: netsuite.requests.total,
        peakMb: server.peakMb(),
        longestWaitMs,
        added: body['added'],
        changed: body['changed'],
      })
    }
    // Last, because it needs memory for the whole list.
    const seq = await sequence(server.address, token)
    return found.map((one) => ({ ...one, seq }))
  } finally {
    await server.stop()
    await netsuite.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Repeats a call; `end` returns the time of the slowest. */
function watchWaits(call: () => Promise<unknown>): { end: () => Promise<number> } {
  let isOver = false
  let longest = 0
  const watching = (async () => {
    while (!isOver) {
      const at = performance.now()
      await call()
      longest = Math.max(longest, performance.now() - at)
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  })()
  return {
    end: async () => {
      isOver = true
      await watching
      return longest
    },
  }
}

async function sequence(address: string, token: string): Promise<string | null> {
  const { headers } = await ask(address, listEndpoint('inventory'), { token })
  return headers.get('x-seq')
}
