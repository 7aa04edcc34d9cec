/**
 * One pure function from session and place to allow or redirect; every navigation passes through it
 * (decisions/console/rights.md).
 */
import { opensRoute, type Access } from '#contract/access.ts'
import {
  isAuthenticated,
  isFullyAuthenticated,
  principalOf,
  type Session,
} from '#console/session/session.ts'

/** What a place requires of the session. */
export type Place =
  /** Always allowed: /login and /super-admin-register. */
  | { readonly kind: 'open' }
  /** '/': the login, or the current step of the sign-in. */
  | { readonly kind: 'entry' }
  /** For people who are not signed in. */
  | { readonly kind: 'public' }
  /** /2fa-login and /2fa-setup: need the stored name, and the second also the stored password. */
  | { readonly kind: 'second-factor'; readonly needsPassword: boolean }
  | { readonly kind: 'protected'; readonly access: Access }
  /** Any unknown path. */
  | { readonly kind: 'unknown' }

export type Verdict = 'allow' | '/login' | '/dashboard' | '/2fa-login'

/**
 * Whether this session may open a place, or where it is redirected. `hasPassword`: whether the
 * temporary password is stored.
 */
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
      return knowsRights(session) && !opensRoute(place.access, principalOf(session))
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

/** Until the flags are known, every screen redirects to the feature step, which decides afterwards. */
function knowsRights(session: Session): boolean {
  return session.features !== null || !session.twoFactorVerified
}
