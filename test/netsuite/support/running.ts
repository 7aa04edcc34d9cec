import { onTestFinished } from 'vitest'
import { sandboxCredentials } from '#test/netsuite/auth/credentials.ts'
import { startNetSuite } from '#test/netsuite/server.ts'
import type { NetSuite, NetSuiteOptions } from '#test/netsuite/server.ts'
import { NOW } from '#test/netsuite/support/client.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'

/** Starts a simulator with a few rows; it stops after the test. */
export async function running(options: Partial<NetSuiteOptions> = {}): Promise<NetSuite> {
  const netSuite = await startNetSuite({
    credentials: sandboxCredentials,
    warehouse: options.warehouse ?? smallWarehouse(),
    now: () => NOW,
    ...options,
  })
  onTestFinished(() => netSuite.close())
  return netSuite
}
