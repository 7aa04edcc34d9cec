/** The real server app with the real connector and a simulated NetSuite account. */
import { ADMIN_FEATURES } from '#contract/access.ts'
import type { PulledList } from '#contract/lists.ts'
import { PULLS_AT_ONCE } from '#contract/constants.ts'
import { pullEndpoint } from '#contract/sync/list-endpoints.ts'
import type { Context } from '#server/context.ts'
import { saveSettings, settingPurpose } from '#server/db/repositories/settings.ts'
import { createDistributedSemaphore } from '#server/db/cluster/distributed-semaphore.ts'
import { createErp, type ErpConnector, type ErpDeps, type Queries } from '#server/erp/erp.ts'
import type { Sources } from '#server/erp/pull/sources.ts'
import { createSemaphore, type Semaphore } from '#server/erp/transport/semaphore.ts'
import { sandboxCredentials } from '#test/netsuite/auth/credentials.ts'
import type { Certificate } from '#test/netsuite/auth/oauth2.ts'
import { type NetSuite, startNetSuite } from '#test/netsuite/server.ts'
import { createWarehouse, type Warehouse } from '#test/netsuite/warehouse.ts'
import { type TestApp, testApp, type TestAppOptions } from '#test/support/server/app.ts'
import { type Answered, call } from '#test/support/server/clients/call.ts'
import { sharedDatabase } from '#test/support/database/database.ts'
import { aSuperAdmin } from '#test/support/people.ts'

type AskedWork<T> = (client: Queries, sources: Sources) => Promise<T>

/** The simulated account accepts any account id. */
const ADJUSTMENT_ACCOUNT = '212'

export interface ErpApp extends TestApp {
  readonly netsuite: NetSuite
  readonly warehouse: Warehouse
  readonly erp: ErpConnector
  /** A session of a super admin called root, with every flag. */
  readonly token: string
  /** How often a route has asked for a pull. */
  readonly asked: () => number
  /** How long the connector would have waited, in milliseconds. */
  readonly waits: readonly number[]
  /** Pulls through the route, a minute after the previous event. */
  pull(collection: PulledList): Promise<Answered>
  /** Another process on the same database, with its own connector. */
  otherErp(more?: Partial<ErpDeps>): ErpConnector
}

export interface ErpAppOptions extends Omit<TestAppOptions, 'erp'> {
  readonly warehouse?: Warehouse
  /** Whether ERP Setup was done; default true. */
  readonly isConfigured?: boolean
  /** The certificate of the account's OAuth 2.0 integration. */
  readonly certificate?: Certificate
  /** The time zone of the integration's user, ahead of UTC. */
  readonly utcOffsetMinutes?: number
  /** How far the clock of the account is ahead of this server's; the caller may change it. */
  readonly skew?: { ms: number }
}

/** @returns an app whose `close` also ends the simulator */
export async function erpApp(options: ErpAppOptions = {}): Promise<ErpApp> {
  const {
    warehouse = createWarehouse(),
    isConfigured = true,
    env,
    certificate,
    utcOffsetMinutes = 0,
    skew = { ms: 0 },
    ...others
  } = options
  let now = Date.now
  const netsuite = await startNetSuite({
    credentials: sandboxCredentials,
    warehouse,
    now: () => now() + skew.ms,
    utcOffsetMinutes,
    ...(certificate && { certificate }),
  })
  let erp: ErpConnector | null = null
  let asked = 0
  const delegate = {
    pull: (...args: Parameters<ErpConnector['pull']>) => {
      asked += 1
      return present(erp).pull(...args)
    },
    cancel: (...args: Parameters<ErpConnector['cancel']>) => present(erp).cancel(...args),
    readAgain: (startedBy: string) => present(erp).readAgain(startedBy),
    poll: () => present(erp).poll(),
    book: (...args: Parameters<ErpConnector['book']>) => present(erp).book(...args),
    ask: <T>(work: AskedWork<T>, signal: AbortSignal) => present(erp).ask(work, signal),
    budget: () => present(erp).budget(),
    withPermit: <T>(work: () => Promise<T>, signal: AbortSignal) =>
      present(erp).withPermit(work, signal),
    close: async () => erp?.close(),
  }
  const app = await testApp({
    ...others,
    env: {
      ERP_ALLOWED_HOSTS: netsuite.url,
      ERP_ADJUSTMENT_ACCOUNT: ADJUSTMENT_ACCOUNT,
      ...env,
    },
    erp: delegate,
  })
  now = app.clock.now
  const waits: number[] = []
  const wait = async (ms: number): Promise<void> => {
    waits.push(ms)
    await aMoment()
  }
  const newPlaces = await accountPlaces()
  const otherErp = (more: Partial<ErpDeps> = {}) =>
    createErp({ ...depsOf(app.context), requests: newPlaces(), wait, ...more })
  erp = otherErp()
  if (isConfigured) await configure(app.context, netsuite)
  const token = await (await aSuperAdmin(app.context, { features: ADMIN_FEATURES })).session()
  return {
    ...app,
    netsuite,
    warehouse,
    erp,
    token,
    asked: () => asked,
    waits,
    otherErp,
    pull: (collection) => {
      app.clock.advance(60_000)
      return call(app.app, pullEndpoint(collection), { token })
    },
    close: async () => {
      await present(erp).close()
      await app.close()
      await netsuite.close()
    },
  }
}

/**
 * Lets pending network events run. The database of a test answers within the same turn of the event loop,
 * so a loop that only queries it would never end.
 */
export function aMoment(): Promise<void> {
  return new Promise((done) => {
    setImmediate(done)
  })
}

/**
 * Like separate processes: they share permits through a Postgres server. The embedded database has one
 * process.
 */
async function accountPlaces(): Promise<() => Semaphore> {
  const { kind, pool } = await sharedDatabase()
  const alone = createSemaphore(PULLS_AT_ONCE)
  return () =>
    kind === 'server'
      ? createSemaphore(PULLS_AT_ONCE, createDistributedSemaphore(pool, PULLS_AT_ONCE))
      : alone
}

/** Saves ERP Setup. */
export async function configure(
  context: Pick<Context, 'db' | 'seal' | 'now'>,
  { credentials, url }: Pick<NetSuite, 'credentials' | 'url'>,
): Promise<void> {
  const values = {
    NETSUITE_ACCOUNT_ID: credentials.accountId,
    NETSUITE_CONSUMER_KEY: credentials.consumerKey,
    NETSUITE_CONSUMER_SECRET: credentials.consumerSecret,
    NETSUITE_TOKEN_ID: credentials.tokenId,
    NETSUITE_TOKEN_SECRET: credentials.tokenSecret,
    NETSUITE_BASE_URL: url,
  }
  const sealed = Object.entries(values).map(([name, value]): [string, string] => [
    name,
    context.seal.seal(settingPurpose(name), value),
  ])
  await saveSettings(context.db, new Map(sealed), { by: 'root', at: new Date(context.now()) })
}

function depsOf({ db, env, log, now, seal }: Context): ErpDeps {
  return {
    db,
    log,
    now,
    unseal: (purpose, sealed) => seal.open(purpose, sealed),
    allowedHosts: env.erpAllowedHosts,
    adjustmentAccount: env.erpAdjustmentAccount,
    isAlone: false,
    random: () => 0.5,
  }
}

function present(erp: ErpConnector | null): ErpConnector {
  if (!erp) throw new Error('the connector is not there yet')
  return erp
}
