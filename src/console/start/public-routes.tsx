/** The pages before the sign-in. Their routes are in both trees: the first one, and the one with all screens. */
import type { ComponentType } from 'react'
import { createRootRoute, createRoute, Navigate, Outlet, redirect } from '@tanstack/react-router'
import { useFirstAdminNeeded } from '#console/data/api/config.ts'
import { UpdateOffer } from '#console/pwa/update-offer.tsx'
import { Login } from '#console/screens/public/login.tsx'
import { readLoginSearch, readResetSearch } from '#console/screens/public/page-search.ts'
import { publicPlaces } from '#console/screens/public/public-places.ts'
import { guard, type Place } from '#console/session/guard.ts'
import { endSession, readSession } from '#console/session/session.ts'
import { readTempPassword } from '#console/session/temp-password.ts'
import { ScreenFailure } from '#console/shell/screen-failure.tsx'
import { loadBackground } from '#console/start/load-background.ts'
import { lazyPart, type LazyPart } from '#console/ui/lazy/lazy-part.tsx'

/** A page that needs what works behind the pages, such as the wipe at the end of a session. */
function laterPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  return lazyPart(async () => {
    const [Part] = await Promise.all([load(), loadBackground()])
    return Part
  })
}

const SuperAdminRegister = laterPart(() =>
  import('#console/screens/public/super-admin-register.tsx').then((m) => m.SuperAdminRegister),
)
const ResetPassword = laterPart(() =>
  import('#console/screens/public/reset-password.tsx').then((m) => m.ResetPassword),
)
/** The pages after the password. The first one is loaded while the person types. */
export const TwoFactorLogin = laterPart(() =>
  import('#console/screens/public/two-factor-login.tsx').then((m) => m.TwoFactorLogin),
)
const TwoFactorSetup = laterPart(() =>
  import('#console/screens/public/two-factor-setup.tsx').then((m) => m.TwoFactorSetup),
)

/** Makes the root of a tree. */
export function makeRoot() {
  return createRootRoute({
    component: () => (
      <>
        <Outlet />
        <UpdateOffer />
      </>
    ),
    notFoundComponent: () => <Navigate to={redirectForUnknownPath()} replace />,
    errorComponent: ScreenFailure,
  })
}

function redirectForUnknownPath(): '/login' | '/dashboard' | '/2fa-login' {
  const verdict = guard(readSession(), { kind: 'unknown' }, false)
  return verdict === 'allow' ? '/dashboard' : verdict
}

/** What both routers have in common. */
export const ROUTER_OPTIONS = {
  // Replaces only the screen that broke: the menu stays.
  defaultErrorComponent: ScreenFailure,
  scrollRestoration: true,
} as const

/** No search parameters. An empty type would allow any, so it names one that cannot be given. */
interface NoSearch {
  readonly none?: never
}

/** A page without search parameters: a link that passes one does not compile. */
export function noSearch(): NoSearch {
  return {}
}

/** The `beforeLoad` of a route: passes, or throws the redirect. */
export function before(place: Place): () => void {
  return () => {
    const verdict = guard(readSession(), place, readTempPassword(Date.now()) !== null)
    // oxlint-disable-next-line typescript/only-throw-error -- a thrown redirect is the library's way: https://tanstack.com/router/latest/docs/framework/react/guide/authenticated-routes
    if (verdict !== 'allow') throw redirect({ to: verdict, replace: true })
  }
}

/** The login, or the registration while our server has no admin (decisions/server/registration.md). */
function Home() {
  return useFirstAdminNeeded() ? <Navigate to="/super-admin-register" replace /> : <Login />
}

/** Makes the routes of the public pages below a root. */
export function publicRoutes(root: ReturnType<typeof makeRoot>) {
  const home = createRoute({
    getParentRoute: () => root,
    path: '/',
    validateSearch: readLoginSearch,
    beforeLoad: before(publicPlaces['/']),
    component: Home,
  })
  const login = createRoute({
    getParentRoute: () => root,
    path: '/login',
    validateSearch: readLoginSearch,
    // Visiting the page clears the session, unless `manual=false` (specification.md section 2).
    beforeLoad: ({ search }) => {
      const { token, username } = readSession()
      if (search.manual !== false && (token !== null || username !== null)) endSession('login-page')
    },
    component: Login,
  })
  const register = createRoute({
    getParentRoute: () => root,
    path: '/super-admin-register',
    validateSearch: noSearch,
    beforeLoad: before(publicPlaces['/super-admin-register']),
    component: SuperAdminRegister,
  })
  const twoFactorLogin = createRoute({
    getParentRoute: () => root,
    path: '/2fa-login',
    validateSearch: noSearch,
    beforeLoad: before(publicPlaces['/2fa-login']),
    component: TwoFactorLogin,
  })
  const twoFactorSetup = createRoute({
    getParentRoute: () => root,
    path: '/2fa-setup',
    validateSearch: noSearch,
    beforeLoad: before(publicPlaces['/2fa-setup']),
    component: TwoFactorSetup,
  })
  const resetPassword = createRoute({
    getParentRoute: () => root,
    path: '/reset-password',
    validateSearch: readResetSearch,
    beforeLoad: before(publicPlaces['/reset-password']),
    component: ResetPassword,
  })
  return [home, login, register, twoFactorLogin, twoFactorSetup, resetPassword] as const
}
