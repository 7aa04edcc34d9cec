/** Pulls of a large inventory at 50 ms a page: duration, memory and requests. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '#contract/endpoints.ts'
import { listEndpoint, pullEndpoint } from '#contract/sync/list-endpoints.ts'
import type { PulledList } from '#contract/lists.ts'
import { startMeasured } from '#test/bench/erp/server.ts'
import { sandboxCredentials } from '#test/netsuite/auth/credentials.ts'
import { makeWarehouse } from '#test/netsuite/generator/make-warehouse.ts'
import { startNetSuite } from '#test/netsuite/server.ts'
import { ask, firstAdmin, setUpErp } from '#test/support/server/first-admin.ts'

const PAGE_MS = 50
const LOOK_EVERY_MS = 50

/** The figures of one pull. */
export interface MeasuredPull {
  readonly list: PulledList
  readonly database: 'embedded' | 'server'
  readonly rows: number
  readonly pull: 'first' | 'second'
  readonly seconds: number
  readonly requests: number
  /** From the last request to the end: the last page staged, and all of them merged. */
  readonly mergeSeconds: number
  /** The peak of memory, and how much of it is above the server's before the first pull. */
  readonly peakMb: number | null
  readonly overBaseMb: number | null
  /** The response times of another call during the pull, in ms: the longest, and that of 99 of 100 calls. */
  readonly longestWaitMs: number
  readonly p99Ms: number
  readonly added: unknown
  readonly changed: unknown
  /** The sequence of the list after both pulls. */
  readonly seq: string | null
}

/**
 * Pulls everything twice, the second time without a change.
 * @param databaseUrl null: the embedded database
 * @param list the inventory, or stock by bin
 */
export async function measurePulls(
  rows: number,
  databaseUrl: string | null,
  list: PulledList = 'inventory',
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
    const base = server.peakMb()
    const all = warehouse.rows(list === 'binStock' ? 'inventorybalance' : 'aggregateitemlocation')
    for (const pull of ['first', 'second'] as const) {
      netsuite.requests.reset()
      let requests = 0
      let lastRequestAt = performance.now()
      const watch = watchWaits(async () => {
        if (netsuite.requests.total > requests) lastRequestAt = performance.now()
        requests = netsuite.requests.total
        await ask(server.address, endpoints.ownProfile, { token })
      })
      const startedAt = performance.now()
      const { body } = await ask(server.address, pullEndpoint(list), { token })
      const endedAt = performance.now()
      const seconds = (endedAt - startedAt) / 1000
      const { longestWaitMs, p99Ms } = await watch.end()
      const peakMb = server.peakMb()
      found.push({
        database: databaseUrl === null ? 'embedded' : 'server',
        list,
        rows: all.length,
        pull,
        seconds,
        requests: netsuite.requests.total,
        mergeSeconds: (endedAt - lastRequestAt) / 1000,
        peakMb,
        overBaseMb: peakMb === null || base === null ? null : peakMb - base,
        longestWaitMs,
        p99Ms,
        added: body['added'],
        changed: body['changed'],
      })
    }
    // Last, because it needs memory for the whole list.
    const seq = await sequence(server.address, token, list)
    return found.map((one) => ({ ...one, seq }))
  } finally {
    await server.stop()
    await netsuite.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Repeats a call; `end` returns how long it took. */
function watchWaits(call: () => Promise<unknown>): {
  end: () => Promise<Pick<MeasuredPull, 'longestWaitMs' | 'p99Ms'>>
} {
  let isOver = false
  const waits: number[] = []
  const watching = (async () => {
    while (!isOver) {
      const at = performance.now()
      await call()
      waits.push(performance.now() - at)
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  })()
  return {
    end: async () => {
      isOver = true
      await watching
      const sorted = waits.toSorted((one, other) => one - other)
      const p99Ms = sorted[Math.floor(sorted.length * 0.99)] ?? 0
      return { longestWaitMs: sorted.at(-1) ?? 0, p99Ms }
    },
  }
}

async function sequence(address: string, token: string, list: PulledList): Promise<string | null> {
  const { headers } = await ask(address, listEndpoint(list), { token })
  return headers.get('x-seq')
}
