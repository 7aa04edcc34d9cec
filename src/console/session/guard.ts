/** One pure function from (session, place) to allow or redirect; every way of going somewhere passes it (decisions/console/rights.md). */
import { opensRoute, type Access } from '#contract/access.ts'
import {
  isAuthenticated,
  isFullyAuthenticated,
  principalOf,
  type Session,
} from '#console/session/session.ts'

/** What a place asks of the session. */
export type Place =
  /** Always allowed: /login and /super-admin-register. */
  | { readonly kind: 'open' }
  /** '/': the login, or the step of the sign-in that the session has come to. */
  | { readonly kind: 'entry' }
  /** For people who are not signed in. */
  | { readonly kind: 'public' }
  /** /2fa-login and /2fa-setup: need the stored name, and the second also the stored password. */
  | { readonly kind: 'second-factor'; readonly needsPassword: boolean }
  | { readonly kind: 'protected'; readonly access: Access }
  /** Any path that is none of ours. */
  | { readonly kind: 'unknown' }

export type Verdict = 'allow' | '/login' | '/dashboard' | '/2fa-login'

/** Where this session may go, or where it goes instead. `hasPassword`: the stored temporary password is there. */
export function guard(session: Session, place: Place, hasPassword: boolean): Verdict {
  const full = isFullyAuthenticated(session)
  switch (place.kind) {
    case 'open':
      return 'allow'
    case 'entry':
      if (full) return '/dashboard'
      return isAuthenticated(session) ? '/2fa-login' : 'allow'
    case 'public':
      return full ? '/dashboard' : 'allow'
    case 'second-factor':
      return secondFactor(session, place.needsPassword, hasPassword)
    case 'protected':
      if (!full) return withoutAccess(session)
      return knowsWhetherItMay(session) && !opensRoute(place.access, principalOf(session))
        ? '/dashboard'
        : 'allow'
    case 'unknown':
      return full ? '/dashboard' : withoutAccess(session)
  }
}

function secondFactor(session: Session, needsPassword: boolean, hasPassword: boolean): Verdict {
  if (isAuthenticated(session) && session.twoFactorVerified) return '/dashboard'
  if (session.username === null) return '/login'
  return needsPassword && !hasPassword ? '/login' : 'allow'
}

function withoutAccess(session: Session): Verdict {
  return isAuthenticated(session) ? '/2fa-login' : '/login'
}

/** Until the flags are known the feature step stands before every screen, which decides afterwards. */
function knowsWhetherItMay(session: Session): boolean {
  return session.features !== null || !session.twoFactorVerified
}
