/**
 * Parses a database address that a person typed, strictly, and tries it
 * (decisions/server/erp-addresses.md).
 */
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { builtAsset } from '#server/build-assets.ts'
import { QUESTION, UNFIT, type Unfit } from '#server/db/database-fitness.ts'

/** A reachable database answers within this time. A wrong address must not block a form for long. */
const TRY_MS = 5_000
/** Enough for certificates, settings and one word. */
const MAX_BYTES = 256 * 1024
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }

/** The parameters allowed after `?`. None names another host, a file or a command. */
const HARMLESS: Readonly<Record<string, RegExp>> = {
  sslmode: /^(disable|prefer|require|verify-ca|verify-full)$/,
  application_name: /^[\w .-]{1,63}$/,
  connect_timeout: /^\d{1,3}$/,
}

/**
 * Whether a text is the address of one Postgres database on one host: no socket, no list of hosts, no
 * parameter that leads elsewhere.
 */
export function isPlainDatabaseUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol)) return false
  const isOneHost = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/i.test(url.hostname)
  const hasName = /^\/[^/]+$/.test(url.pathname)
  const params = [...url.searchParams]
  const areHarmless = params.every(([name, value]) =>
    Object.hasOwn(HARMLESS, name) ? HARMLESS[name]?.test(value) : false,
  )
  return isOneHost && hasName && areHarmless && url.hash === ''
}

type Verdict = 'fit' | 'unreachable' | Unfit
const VERDICTS: readonly unknown[] = ['fit', ...UNFIT]

/**
 * Whether the next start could use the database at an address: it is reachable and writable, and the tables
 * can be created there or belong to us. The answer does not say why a database is unreachable, because that
 * would reveal what listens where. What it says about a reachable one is only shown to those who know its
 * password.
 *
 * The test runs in a separate thread. A hostile server can only use up that thread's memory and the
 * timeout.
 */
export async function tryDatabase(url: string, withinMs = TRY_MS): Promise<Verdict> {
  const worker = new Worker(program(), {
    workerData: { url, query: QUESTION, maxBytes: MAX_BYTES },
    env: withoutPassword(process.env),
    name: 'database trial',
    resourceLimits: MEMORY,
    stdout: true,
    stderr: true,
  })
  let timer: NodeJS.Timeout | undefined
  const verdict = await new Promise<Verdict>((resolve) => {
    const give = (): void => resolve('unreachable')
    worker.on('message', (message: unknown) => {
      // The time before this is the start of the thread, which no input can prolong.
      if (message === 'begun') timer = setTimeout(give, withinMs)
      else resolve(verdictIn(message))
    })
    worker.on('error', give)
    worker.on('exit', give)
  })
  clearTimeout(timer)
  await worker.terminate()
  return verdict
}

function program(): URL {
  const built = builtAsset('database-trial.js')
  return built === null ? new URL('./database-trial.mjs', import.meta.url) : pathToFileURL(built)
}

/** The operator's own password must only be sent to the operator's database, not to one that a form names. */
function withoutPassword(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('PGPASS')))
}

function verdictIn(message: unknown): Verdict {
  const said = typeof message === 'object' && message !== null && 'verdict' in message
  const verdict = said ? message.verdict : null
  return VERDICTS.includes(verdict) ? (verdict as Verdict) : 'unreachable'
}
