/** The built console: its files, and `config.json`. */
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { CONFIG_PATH, type ConsoleConfig } from '#contract/config.ts'
import type { Context } from '#server/context.ts'
import { API_PREFIX } from '#contract/constants.ts'
import { OFFERS } from '#contract/offers.ts'
import type { Env } from '#server/env.ts'
import { isRegistrationClosed } from '#server/http/registration-state.ts'

/** Vite puts a hash of the content into the names of these. */
const HASHED = '/assets/'
const FOREVER = 'public, max-age=31536000, immutable'
const ASK_FIRST = 'no-cache'

/** What the console learns at its start (decisions/product/other-servers.md). */
export function consoleConfig(
  env: Pick<
    Env,
    'apiBase' | 'publicUrl' | 'hiddenGraceTabMs' | 'hiddenGraceInstalledMs' | 'passwordMinLength'
  >,
): ConsoleConfig {
  return {
    apiBase: env.apiBase,
    hiddenGraceMs: { tab: env.hiddenGraceTabMs, installed: env.hiddenGraceInstalledMs },
    passwordMinLength: env.passwordMinLength,
    offers: leadsHere(env) ? OFFERS : [],
  }
}

/**
 * Whether the calls of the console come to this server. Behind another address there may be any server
 * that speaks section 7, so nothing is offered in its name.
 */
function leadsHere({ apiBase, publicUrl }: Pick<Env, 'apiBase' | 'publicUrl'>): boolean {
  const here = publicUrl ?? 'http://here.invalid'
  const { origin, pathname } = new URL(apiBase, here)
  return origin === new URL(here).origin && pathname.replace(/\/$/, '').endsWith(API_PREFIX)
}

/** Serves the settings of the console, and its files from a folder. */
export async function serveConsole(
  app: FastifyInstance,
  context: Context,
  folder: string | null,
): Promise<void> {
  const config = consoleConfig(context.env)
  app.get(CONFIG_PATH, async (_request, reply) => {
    // The console starts without the database, too.
    const closed = await isRegistrationClosed(context).catch(() => false)
    reply.header('Cache-Control', ASK_FIRST)
    return closed ? { ...config, registrationClosed: true } : config
  })
  if (folder === null) return
  await app.register(fastifyStatic, {
    root: folder,
    // A route for each file that is there at the start: no other path ever reaches the disk.
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
