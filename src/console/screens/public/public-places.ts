/** The pages before the sign-in, apart from the other screens, which come later. */
import type { PublicPath } from '#contract/screens.ts'
import type { Place } from '#console/session/guard.ts'

/** The public pages, and what the guard requires for each. */
export const publicPlaces = {
  '/': { kind: 'entry' },
  '/login': { kind: 'open' },
  '/super-admin-register': { kind: 'open' },
  '/2fa-login': { kind: 'second-factor', needsPassword: false },
  '/2fa-setup': { kind: 'second-factor', needsPassword: true },
  '/reset-password': { kind: 'public' },
} as const satisfies { readonly [P in PublicPath]: Place }
