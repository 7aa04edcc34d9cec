/** The demo: the product with a warehouse of its own (decisions/server/operation.md). Run by `npm run demo`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEnv } from '#server/env.ts'
import { openLog } from '#server/log.ts'
import { runAsProcess } from '#server/process.ts'
import { startServer } from '#server/start.ts'
import { fillWarehouse } from '#test/demo/fill.ts'
import { demoAccount } from '#test/demo/people.ts'
import { announce, showCodes } from '#test/demo/announce.ts'
import { keepWarehouseBusy } from '#test/demo/busy-warehouse.ts'
import { readDemoRows } from '#test/demo/rows.ts'
import { startNetSuite } from '#test/netsuite/server.ts'
import { sandboxCredentials } from '#test/netsuite/auth/credentials.ts'
import { makeWarehouse } from '#test/netsuite/generator/make-warehouse.ts'

/** Made-up data never mixes with real data: the demo has a folder of its own, which is removed with the process. */
const folder = mkdtempSync(join(tmpdir(), 'dockside-demo-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

await runAsProcess(async (onDeath) => {
  const inventory = readDemoRows(process.env['DEMO_ROWS'])
  const warehouse = makeWarehouse({ inventory })
  const netsuite = await startNetSuite({ credentials: sandboxCredentials, warehouse })
  const env = readEnv({
    ...demoSettings(process.env),
    DATA_DIR: folder,
    ERP_ALLOWED_HOSTS: netsuite.url,
    ERP_ADJUSTMENT_ACCOUNT: '212',
  })
  // Some records of the demo cannot be booked, on purpose, so nothing is logged before the box is printed.
  const log = openLog(process.env['LOG_LEVEL'] ? env.logLevel : 'error')
  const account = demoAccount()
  const server = await startServer(env, {
    log,
    onDeath,
    prepare: (context) => fillWarehouse(context, { netsuite, account }),
  })
  const stopBusiness = keepWarehouseBusy(warehouse)
  // Browsers bind passkeys to a host name, and an IP address is none.
  announce(server.address.replace('//127.0.0.1:', '//localhost:'), account)
  log.level = env.logLevel
  const stopCodes = showCodes(account)
  return {
    log,
    server: {
      ...server,
      stop: async () => {
        stopBusiness()
        stopCodes()
        await server.stop()
        await netsuite.close()
      },
    },
  }
})

/** The settings that the demo takes from the environment: where and how it listens, never where real data is stored. */
function demoSettings(source: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const { PORT, HOST, TLS_CERT, TLS_KEY, TRUST_PROXY, PUBLIC_URL, PASSWORD_MIN_LENGTH } = source
  const { PASSKEY_SIGN_IN } = source
  const { HIDDEN_GRACE_TAB_MS, HIDDEN_GRACE_INSTALLED_MS, CORS_ORIGINS, API_BASE } = source
  return {
    PORT,
    HOST,
    TLS_CERT,
    TLS_KEY,
    TRUST_PROXY,
    PUBLIC_URL,
    PASSWORD_MIN_LENGTH,
    PASSKEY_SIGN_IN,
    HIDDEN_GRACE_TAB_MS,
    HIDDEN_GRACE_INSTALLED_MS,
    CORS_ORIGINS,
    API_BASE,
    LOG_LEVEL: source['LOG_LEVEL'] ?? 'warn',
  }
}
