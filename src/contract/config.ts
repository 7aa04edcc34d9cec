/** `config.json`: what the console learns at run time, from our server or from a file (decisions/product/other-servers.md). */
import { z } from 'zod/mini'
import { API_PREFIX, HIDDEN_GRACE_INSTALLED_MS, HIDDEN_GRACE_TAB_MS } from '#contract/constants.ts'
import { OFFERS, type Offer } from '#contract/offers.ts'

/** Names that this console does not know are left out: a newer server offers more. */
const knownOffers = z.pipe(
  z.array(z.unknown()),
  z.transform((names): readonly Offer[] => OFFERS.filter((offer) => names.includes(offer))),
)

const grace = (fallback: number) => z.catch(z.nullable(z.number()), fallback)

export const ConsoleConfig = z.object({
  /** Where the calls of section 7 are answered: a path, or an address on another origin. */
  apiBase: z.catch(z.string(), API_PREFIX),
  /** How long the page may be hidden before the session locks; null turns the rule off (decisions/console/session.md). */
  hiddenGraceMs: z.catch(
    z.object({ tab: grace(HIDDEN_GRACE_TAB_MS), installed: grace(HIDDEN_GRACE_INSTALLED_MS) }),
    { tab: HIDDEN_GRACE_TAB_MS, installed: HIDDEN_GRACE_INSTALLED_MS },
  ),
  /** Raises the minimum of every password (decisions/console/people-forms.md). */
  passwordMinLength: z.catch(z.number(), 0),
  /** Whether our server refuses every registration now; another server does not tell (decisions/server/registration.md). */
  registrationClosed: z.catch(z.optional(z.boolean()), undefined),
  /** What the server has beside section 7; another server lists nothing (decisions/product/other-servers.md). */
  offers: z.catch(knownOffers, []),
})

export type ConsoleConfig = z.infer<typeof ConsoleConfig>

/** Where the file lies, beside index.html. */
export const CONFIG_PATH = '/config.json'

/** Reads a config file; what is missing or wrong becomes its default. */
export function readConfig(file: unknown): ConsoleConfig {
  const read = ConsoleConfig.safeParse(file)
  return read.success ? read.data : ConsoleConfig.parse({})
}
