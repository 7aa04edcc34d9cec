/** Maps screens to routes behind one guard; no other file creates routes. */
import { Fragment } from 'react'
import {
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { offers } from '#console/data/api/config.ts'
import { prefetchRows } from '#console/data/device/snapshot-store.ts'
import { prepareCollator } from '#console/data/engine/collate.ts'
import { pause } from '#console/data/api/pause.ts'
import { yieldToMain } from '#console/data/api/run-chunked.ts'
import { readListSearch } from '#console/table/columns/table-address.ts'
import type { ListScreen } from '#console/list/list-screen.ts'
import { Dashboard } from '#console/screens/dashboard/dashboard.tsx'
import { lists } from '#console/screens/lists.ts'
import {
  auditTrailScreen,
  dashboardScreen,
  netsuiteSetupScreen,
  publicPlaces,
} from '#console/screens/registry.ts'
import { Login } from '#console/screens/public/login.tsx'
import { readLoginSearch, readResetSearch } from '#console/screens/public/page-search.ts'
import { ScreenFailure } from '#console/shell/screen-failure.tsx'
import { guard, type Place } from '#console/session/guard.ts'
import { endSession, readSession } from '#console/session/session.ts'
import { readTempPassword } from '#console/session/temp-password.ts'
import { lazyPart } from '#console/ui/lazy-part.tsx'
import { UpdateOffer } from '#console/pwa/update-offer.tsx'

// The sign-in page comes with the first load; everything behind it on demand.
const Shell = lazyPart(() => import('#console/shell/shell.tsx').then((m) => m.Shell))
const ListPage = lazyPart(() => import('#console/list/list-page.tsx').then((m) => m.ListPage))
const NetsuiteSetup = lazyPart(() =>
  import('#console/screens/erp-setup/netsuite-setup.tsx').then((m) => m.NetsuiteSetup),
)
const AuditTrail = lazyPart(() =>
  import('#console/screens/audit-trail.tsx').then((m) => m.AuditTrail),
)
const SuperAdminRegister = lazyPart(() =>
  import('#console/screens/public/super-admin-register.tsx').then((m) => m.SuperAdminRegister),
)
const ResetPassword = lazyPart(() =>
  import('#console/screens/public/reset-password.tsx').then((m) => m.ResetPassword),
)
const TwoFactorLogin = lazyPart(() =>
  import('#console/screens/public/two-factor-login.tsx').then((m) => m.TwoFactorLogin),
)
const TwoFactorSetup = lazyPart(() =>
  import('#console/screens/public/two-factor-setup.tsx').then((m) => m.TwoFactorSetup),
)

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <UpdateOffer />
    </>
  ),
  notFoundComponent: () => <Navigate to={redirectForUnknownPath()} replace />,
  errorComponent: ScreenFailure,
})

/** No search parameters. An empty type would allow any, so it names one that cannot be given. */
interface NoSearch {
  readonly none?: never
}

/** A page without search parameters: a link that passes one does not compile. */
function noSearch(): NoSearch {
  return {}
}

/** The `beforeLoad` of a route: passes, or throws the redirect. */
function before(place: Place): () => void {
  return () => {
    const verdict = guard(readSession(), place, readTempPassword(Date.now()) !== null)
    // oxlint-disable-next-line typescript/only-throw-error -- a thrown redirect is the library's way: https://tanstack.com/router/latest/docs/framework/react/guide/authenticated-routes
    if (verdict !== 'allow') throw redirect({ to: verdict, replace: true })
  }
}

function redirectForUnknownPath(): '/login' | '/dashboard' | '/2fa-login' {
  const verdict = guard(readSession(), { kind: 'unknown' }, false)
  return verdict === 'allow' ? '/dashboard' : verdict
}

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: readLoginSearch,
  beforeLoad: before(publicPlaces['/']),
  component: Login,
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

const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: dashboardScreen.path,
  validateSearch: noSearch,
  beforeLoad: before({ kind: 'protected', access: dashboardScreen.access }),
  component: Dashboard,
})

const netsuiteSetup = createRoute({
  getParentRoute: () => shell,
  path: netsuiteSetupScreen.path,
  validateSearch: noSearch,
  beforeLoad: before({ kind: 'protected', access: netsuiteSetupScreen.access }),
  component: NetsuiteSetup,
})

const auditTrail = createRoute({
  getParentRoute: () => shell,
  path: auditTrailScreen.path,
  validateSearch: readListSearch,
  beforeLoad: () => {
    const { access, offer } = auditTrailScreen
    before(offers(offer) ? { kind: 'protected', access } : { kind: 'unknown' })()
  },
  component: AuditTrail,
})

/** The route of a list screen. Keeps the literal type of its path, so that links to it are checked. */
function listRoute<const P extends string>(screen: ListScreen<P>) {
  const Wrapper = screen.wrapper ?? Fragment
  return createRoute({
    getParentRoute: () => shell,
    path: screen.path,
    validateSearch: readListSearch,
    beforeLoad: before({ kind: 'protected', access: screen.access }),
    component: () => (
      <Wrapper>
        <ListPage key={screen.path} screen={screen} />
      </Wrapper>
    ),
  })
}

type ListRoutes<S extends readonly ListScreen[]> = {
  -readonly [I in keyof S]: S[I] extends ListScreen<infer P>
    ? ReturnType<typeof listRoute<P>>
    : never
}

// `map` widens the tuple to an array; the tuple type restores its elements.
const listRoutes = lists.map((screen) => listRoute(screen)) as unknown as ListRoutes<typeof lists>

const tree = root.addChildren([
  home,
  login,
  register,
  twoFactorLogin,
  twoFactorSetup,
  resetPassword,
  shell.addChildren([dashboard, netsuiteSetup, auditTrail, ...listRoutes]),
])

/** Creates the router; tests create their own with a memory history. */
export function makeRouter(
  options: { history?: Parameters<typeof createRouter>[0]['history'] } = {},
) {
  return createRouter({
    routeTree: tree,
    // Replaces only the screen that broke: the menu stays.
    defaultErrorComponent: ScreenFailure,
    scrollRestoration: true,
    ...(options.history && { history: options.history }),
  })
}

export type AppRouter = ReturnType<typeof makeRouter>

/** On a slower device the first rows appear after the shell. */
const FIRST_ROWS_WITHIN_MS = 400

/**
 * Loads the route, the components and the first rows of the opened list before anything is rendered.
 * Otherwise each would suspend on its own, and each time React would render the surroundings again.
 */
export async function preloadScreens(router: AppRouter, pathname: string): Promise<void> {
  const screen = lists.find(({ path }) => path === pathname)
  if (screen && readSession().token !== null) {
    const firstRows = Promise.race([prefetchRows(screen.collection), pause(FIRST_ROWS_WITHIN_MS)])
    const parts = [Shell.preload(), ListPage.preload()]
    // There is time while the device looks for the rows.
    await yieldToMain()
    prepareCollator()
    await Promise.all([...parts, firstRows])
    await yieldToMain()
  }
  await router.load()
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
