/** `config.json`: the run-time settings of the console, from our server or from a file (decisions/product/other-servers.md). */
import { z } from 'zod/mini'
import { API_PREFIX, HIDDEN_GRACE_INSTALLED_MS, HIDDEN_GRACE_TAB_MS } from '#contract/constants.ts'
import { OFFERS, type Offer } from '#contract/offers.ts'

/** Drops names that this console does not know: a newer server offers more. */
const knownOffers = z.pipe(
  z.array(z.unknown()),
  z.transform((names): readonly Offer[] => OFFERS.filter((offer) => names.includes(offer))),
)

/** The base of the calls, whose paths begin with a slash of their own. */
export function withoutEndSlash(base: string): string {
  return base.trim().replace(/\/+$/, '')
}

const grace = (fallback: number) => z.catch(z.nullable(z.number()), fallback)

export const ConsoleConfig = z.object({
  /** The base of the calls of section 7: a path, or an address on another origin. */
  apiBase: z.catch(z.pipe(z.string(), z.transform(withoutEndSlash)), API_PREFIX),
  /** How long the page may be hidden before the session locks; null turns the rule off (decisions/console/session.md). */
  hiddenGraceMs: z.catch(
    z.object({ tab: grace(HIDDEN_GRACE_TAB_MS), installed: grace(HIDDEN_GRACE_INSTALLED_MS) }),
    { tab: HIDDEN_GRACE_TAB_MS, installed: HIDDEN_GRACE_INSTALLED_MS },
  ),
  /** Raises the minimum length of every password (decisions/console/people-forms.md). */
  passwordMinLength: z.catch(z.number(), 0),
  /** Whether our server refuses every registration now; other servers do not say (decisions/server/registration.md). */
  registrationClosed: z.catch(z.optional(z.boolean()), undefined),
  /** Whether our server has no super admin yet and lets one register (decisions/server/registration.md). */
  firstAdminNeeded: z.catch(z.optional(z.boolean()), undefined),
  /** The host name that passkeys belong to, and whether one signs in alone (decisions/server/passkeys.md). */
  passkeys: z.catch(z.optional(z.object({ host: z.string(), alone: z.boolean() })), undefined),
  /** What the server has beyond section 7; other servers list nothing (decisions/product/other-servers.md). */
  offers: z.catch(knownOffers, []),
})

export type ConsoleConfig = z.infer<typeof ConsoleConfig>

/** The path of the file, next to index.html. */
export const CONFIG_PATH = '/config.json'

/** Reads a config file; a missing or wrong value becomes its default. */
export function readConfig(file: unknown): ConsoleConfig {
  const read = ConsoleConfig.safeParse(file)
  return read.success ? read.data : ConsoleConfig.parse({})
}
