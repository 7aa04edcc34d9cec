/** The built console: its files, and `config.json`. */
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { CONFIG_PATH, type ConsoleConfig } from '#contract/config.ts'
import type { Context } from '#server/context.ts'
import { API_PREFIX } from '#contract/constants.ts'
import { OFFERS } from '#contract/offers.ts'
import { passkeySite } from '#server/auth/passkey-site.ts'
import type { Env } from '#server/env.ts'
import { type RegistrationState, registrationState } from '#server/http/registration-state.ts'

/** Vite puts a content hash into the names of these files. */
const HASHED = '/assets/'
const FOREVER = 'public, max-age=31536000, immutable'
const ASK_FIRST = 'no-cache'
/** How long the settings wait for the database. People see nothing until the settings arrive. */
const PATIENCE_MS = 3_000

/** What the console learns at startup (decisions/product/other-servers.md). */
export function consoleConfig(
  env: Pick<
    Env,
    | 'apiBase'
    | 'publicUrl'
    | 'hiddenGraceTabMs'
    | 'hiddenGraceInstalledMs'
    | 'passwordMinLength'
    | 'passkeySignIn'
  >,
): ConsoleConfig {
  const isHere = leadsHere(env)
  const passkeys = isHere ? passkeySite(env) : null
  return {
    apiBase: env.apiBase,
    hiddenGraceMs: { tab: env.hiddenGraceTabMs, installed: env.hiddenGraceInstalledMs },
    passwordMinLength: env.passwordMinLength,
    ...(passkeys && { passkeys }),
    offers: isHere ? OFFERS.filter((offer) => offer !== 'passkeys' || passkeys !== null) : [],
  }
}

/**
 * Whether the console's calls come to this server. Another address may be any server that implements
 * section 7, so no offers are made on its behalf.
 */
function leadsHere({ apiBase, publicUrl }: Pick<Env, 'apiBase' | 'publicUrl'>): boolean {
  const here = publicUrl ?? 'http://here.invalid'
  const { origin, pathname } = new URL(apiBase, here)
  return origin === new URL(here).origin && pathname.endsWith(API_PREFIX)
}

/** Serves the console's configuration, and its files from a folder. */
export async function serveConsole(
  app: FastifyInstance,
  context: Context,
  folder: string | null,
): Promise<void> {
  const config = consoleConfig(context.env)
  app.get(CONFIG_PATH, async (_request, reply) => {
    const isOurs = config.offers.length > 0
    const registration = isOurs ? await registrationIfKnown(context) : {}
    reply.header('Cache-Control', ASK_FIRST)
    return { ...config, ...registration }
  })
  if (folder === null) return
  await app.register(fastifyStatic, {
    root: folder,
    // One route for each file that exists at startup, so no other path ever reaches the disk.
    wildcard: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const isHashed = path.slice(folder.length).replaceAll('\\', '/').startsWith(HASHED)
      response.setHeader('Cache-Control', isHashed ? FOREVER : ASK_FIRST)
      response.setHeader('Vary', 'Accept-Encoding')
    },
  })
}

/** The console must start even if the database is down, or does not answer. */
async function registrationIfKnown(context: Context): Promise<RegistrationState> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<RegistrationState>((resolve) => {
    timer = setTimeout(() => resolve({}), PATIENCE_MS)
  })
  const known = registrationState(context).catch(() => ({}))
  return Promise.race([known, late]).finally(() => clearTimeout(timer))
}
