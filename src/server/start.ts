/** Opens all parts of the server in order, and closes them in reverse. */
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { PRODUCT_NAME } from '#contract/constants.ts'
import { VERSION } from '#contract/version.ts'
import { buildApp } from '#server/app.ts'
import { fittingSealer } from '#server/auth/key-check.ts'
import { builtAsset } from '#server/build-assets.ts'
import type { Context } from '#server/context.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { type Liveness, announceLiveness } from '#server/db/cluster/process-liveness.ts'
import { createDistributedSemaphore } from '#server/db/cluster/distributed-semaphore.ts'
import { BadSettings, type Env } from '#server/env.ts'
import { createErp, type Erp, type ErpConnector } from '#server/erp/erp.ts'
import { createSemaphore } from '#server/erp/transport/semaphore.ts'
import { scheduleBookings } from '#server/erp/booking/schedule-bookings.ts'
import { readMapping } from '#server/erp/pull/mapping.ts'
import type { OAuth2Credentials } from '#server/erp/transport/oauth2.ts'
import { readOAuth2 } from '#server/erp/transport/oauth2-settings.ts'
import { scheduleOutdatedLists, schedulePulls } from '#server/erp/schedule.ts'
import { scheduleStock } from '#server/erp/stock/schedule-stock.ts'
import { scheduleTakeOver } from '#server/erp/schedule-take-over.ts'
import { type Sources, sourcesOf } from '#server/erp/pull/sources.ts'
import { browserAddress, cannotListen, checkPort } from '#server/listen-address.ts'
import { openMailer } from '#server/mail.ts'
import { toSettingsError, chooseDatabase, type Choice } from '#server/start/choose-database.ts'
import { serveCommands } from '#server/start/command-box.ts'
import { firstAdminAddress } from '#server/start/first-start.ts'
import { scheduleAuditRetention } from '#server/start/audit-retention.ts'
import { scheduleExceptionUpkeep } from '#server/start/exception-upkeep.ts'
import { renewTls } from '#server/start/renew-tls.ts'
import { readTls, type TlsFiles } from '#server/tls.ts'

/** How long a stop may take. */
const STOP_MS = 8_500
/** How long running requests may take of it to end on their own. */
const PATIENCE_MS = 5_000
/** How long they may take once what they wait for has ended, and once their connections are cut off. */
const LAST_PATIENCE_MS = 1_000
/** What the ERP connection leaves for everything after it. */
const REST_MS = 2 * LAST_PATIENCE_MS + 500

export interface StartOptions {
  readonly log: FastifyBaseLogger
  /** Called when the server cannot continue, because its database has ended. */
  readonly onDeath: (error: Error) => void
  /** Runs before the first request is accepted; the demo fills its warehouse here. */
  readonly prepare?: (context: Context) => Promise<void>
}

export interface RunningServer {
  /** The address for a browser on this machine. */
  readonly address: string
  /** Where the first super admin registers; null once there is one. */
  readonly register: string | null
  readonly context: Context
  /** Reads the certificate again, if there is one. */
  readonly reload: () => void
  /** Accepts no more requests, waits for running ones, and closes the rest. */
  readonly stop: () => Promise<void>
}

/**
 * Starts the server on a real port.
 * @throws BadSettings that names every unusable setting
 */
export async function startServer(env: Env, options: StartOptions): Promise<RunningServer> {
  const { log } = options
  const { tls, account, database, url, sentence } = await openAll(env, options)
  const opened: Opened = { database, liveness: null, erp: null, app: null }
  try {
    opened.liveness = database.kind === 'server' ? await announceLiveness(database.pool) : null
    const owner = opened.liveness?.owner ?? null
    const context = await contextOf({ ...env, databaseUrl: url }, { database, account, owner }, log)
    opened.erp = context.erp
    await options.prepare?.(context)
    const app = await buildApp(context, { consoleDir: consoleDir(), tls })
    opened.app = app
    await app.listen({ host: env.host, port: env.port }).catch((error: Error) => {
      throw cannotListen(env, error)
    })
    const bound = app.server.address()
    const address = browserAddress(env, typeof bound === 'object' ? (bound?.port ?? 0) : env.port)
    const shown = env.publicUrl ?? address
    // After the line that says that the server is ready, nothing in the start may fail any more.
    const register = await firstAdminAddress(context, shown)
    log.info({ address: shown, version: VERSION }, `${PRODUCT_NAME} is ready at ${shown}`)
    const renewal = tls && renewTls({ env, server: app.server, files: tls, log, now: Date.now })
    const stops = [
      schedulePulls(context, env.erpPullEveryMs),
      scheduleOutdatedLists(context),
      scheduleBookings(context.erp),
      scheduleStock(context.erp.stock),
      // Also with the embedded database, which has no other processes: a full disk leaves a pull of this one open.
      scheduleTakeOver(context.erp, log),
      database.kind === 'embedded' ? serveCommands(context) : null,
      scheduleAuditRetention(context, env.auditKeepDays),
      scheduleExceptionUpkeep(context),
      renewal?.stop,
    ]
    const stop = (): Promise<void> => {
      for (const stopOne of stops) stopOne?.()
      return closeAll(opened, log)
    }
    return { address, register, context, reload: () => renewal?.look(), stop }
  } catch (error) {
    // Report the first error, not its consequences.
    await closeAll(opened, log).catch(() => undefined)
    throw toSettingsError(error, sentence)
  }
}

/** The settings of the ERP account. */
interface Account {
  readonly sources: Sources
  readonly oauth2: OAuth2Credentials | null
}

/** @throws BadSettings */
function readAccount(env: Env): Account {
  return { sources: sourcesOf(readMapping(env)), oauth2: readOAuth2(env) }
}

interface Opened {
  readonly database: OpenDatabase
  liveness: Liveness | null
  erp: Erp | null
  app: FastifyInstance | null
}

/**
 * A request may wait for a pull, which ends with the ERP connection. One that still does not end is cut off. All of it
 * takes less than the ten seconds that Docker allows, unless the embedded database needs longer to flush its files.
 */
async function closeAll(
  { app, erp, database, liveness }: Opened,
  log: FastifyBaseLogger,
): Promise<void> {
  const until = performance.now() + STOP_MS
  const left = (): number => until - performance.now()
  const closed = app?.close().then(() => 'closed' as const)
  await within(PATIENCE_MS, closed)
  await within(left() - REST_MS, erp?.close())
  await within(LAST_PATIENCE_MS, closed)
  app?.server.closeAllConnections()
  if (closed && (await within(LAST_PATIENCE_MS, closed)) === undefined)
    log.warn('the server ends although something in it still runs')
  liveness?.end()
  await database.close(left())
}

/** What a promise gives; undefined if that takes longer. */
function within<T>(ms: number, work: Promise<T> | undefined): Promise<T | undefined> {
  return Promise.race([work, pause(ms, undefined, { ref: false })])
}

/**
 * Everything that can fail because of a wrong setting is tried in parallel, so that all problems are
 * reported at once.
 */
async function openAll(
  env: Env,
  { log, onDeath }: StartOptions,
): Promise<{
  readonly tls: TlsFiles | null
  readonly account: Account
  readonly database: OpenDatabase
  /** The address of the database; null for the embedded one. */
  readonly url: Choice['url']
  readonly sentence: Choice['sentence']
}> {
  const onTrouble = (err: Error): void => log.warn({ err }, 'the database had a problem')
  const onMigrated = (sentence: string): void => log.info(sentence)
  const onDoubt = (sentence: string): void => log.warn(sentence)
  const onRoom = (hasRoom: boolean): void =>
    hasRoom
      ? log.info('the disk of the data folder has space again: writing resumes')
      : log.error('the disk of the data folder is full: nothing is written until it has space')
  const [port, tls, account, database] = await Promise.allSettled([
    checkPort(env),
    Promise.resolve().then(() => readTls(env)),
    Promise.resolve().then(() => readAccount(env)),
    chooseDatabase(env, { log, events: { onTrouble, onDeath, onRoom, onMigrated, onDoubt } }),
  ])
  if (
    port.status === 'fulfilled' &&
    tls.status === 'fulfilled' &&
    account.status === 'fulfilled' &&
    database.status === 'fulfilled'
  )
    return {
      tls: tls.value,
      account: account.value,
      database: await database.value.open(),
      url: database.value.url,
      sentence: database.value.sentence,
    }
  if (database.status === 'fulfilled') await database.value.release()
  throw firstOrAllSettings([port, tls, account, database])
}

function firstOrAllSettings(results: readonly PromiseSettledResult<unknown>[]): unknown {
  const errors = results.flatMap((one): unknown[] =>
    one.status === 'rejected' ? [one.reason] : [],
  )
  const other = errors.find((error) => !(error instanceof BadSettings))
  if (other !== undefined) return other
  return new BadSettings(
    errors.flatMap((error) => (error instanceof BadSettings ? error.sentences : [])),
  )
}

async function contextOf(
  env: Env,
  {
    database: { db, kind, pool },
    account,
    owner,
  }: {
    readonly database: OpenDatabase
    readonly account: Account
    readonly owner: number | null
  },
  log: FastifyBaseLogger,
): Promise<Context & { readonly erp: ErpConnector }> {
  const seal = await fittingSealer(db, env)
  const now = Date.now
  const erp = createErp({
    db,
    now,
    log,
    unseal: (purpose, sealed) => seal.open(purpose, sealed),
    allowedHosts: env.erpAllowedHosts,
    isAlone: kind === 'embedded',
    adjustmentAccount: env.erpAdjustmentAccount,
    atOnce: env.erpPullsAtOnce,
    owner,
    requests: createSemaphore(
      env.erpPullsAtOnce,
      kind === 'server' ? createDistributedSemaphore(pool, env.erpPullsAtOnce) : null,
    ),
    ...account,
  })
  await erp.resume()
  return { db, env, now, seal, mail: openMailer(env, log), erp, log }
}

function consoleDir(): string | null {
  const index = builtAsset('../console/index.html')
  return index === null ? null : dirname(index)
}
