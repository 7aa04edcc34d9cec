/** Maps all screens to routes behind one guard. It comes after the sign-in page (first-router.tsx). */
import { Fragment, useEffect } from 'react'
import { createRoute, createRouter, useRouter } from '@tanstack/react-router'
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
  exceptionsScreen,
  netsuiteSetupScreen,
  securityScreen,
} from '#console/screens/registry.ts'
import { readSession } from '#console/session/session.ts'
import {
  before,
  makeRoot,
  noSearch,
  publicRoutes,
  ROUTER_OPTIONS,
} from '#console/start/public-routes.tsx'
import { lazyPart } from '#console/ui/lazy/lazy-part.tsx'
import { lazyScreen } from '#console/ui/lazy/lazy-screen.tsx'

const Shell = lazyPart(() => import('#console/shell/shell.tsx').then((m) => m.Shell))
const ListPage = lazyScreen(() => import('#console/list/list-page.tsx').then((m) => m.ListPage))
const NetsuiteSetup = lazyScreen(() =>
  import('#console/screens/erp-setup/netsuite-setup.tsx').then((m) => m.NetsuiteSetup),
)
const AuditTrail = lazyScreen(() =>
  import('#console/screens/audit-trail.tsx').then((m) => m.AuditTrail),
)

const Exceptions = lazyScreen(() =>
  import('#console/screens/exceptions/exceptions.tsx').then((m) => m.ExceptionsScreen),
)

const Security = lazyScreen(() =>
  import('#console/screens/security/security.tsx').then((m) => m.Security),
)

const root = makeRoot()

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

const exceptions = createRoute({
  getParentRoute: () => shell,
  path: exceptionsScreen.path,
  validateSearch: readListSearch,
  beforeLoad: before({ kind: 'protected', access: exceptionsScreen.access }),
  component: Exceptions,
})

const security = createRoute({
  getParentRoute: () => shell,
  path: securityScreen.path,
  validateSearch: noSearch,
  beforeLoad: () => {
    const { access, offer } = securityScreen
    before(offers(offer) ? { kind: 'protected', access } : { kind: 'unknown' })()
  },
  component: Security,
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

const routes = [
  ...publicRoutes(root),
  shell.addChildren([dashboard, netsuiteSetup, auditTrail, exceptions, security, ...listRoutes]),
] as const
const tree = root.addChildren(routes)

/** In place of the route that opens every screen in the first router, which is still shown while a screen opens. */
const unknownPath = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: before({ kind: 'unknown' }),
})

/** Creates the router; tests create their own with a memory history. */
export function makeRouter(
  options: { history?: Parameters<typeof createRouter>[0]['history'] } = {},
) {
  return createRouter({
    routeTree: tree,
    ...ROUTER_OPTIONS,
    ...(options.history && { history: options.history }),
  })
}

export type AppRouter = ReturnType<typeof makeRouter>

/** Loads the frame around the screens. */
export async function preloadFrame(): Promise<void> {
  await Promise.all([Shell.preload(), ListPage.preload()])
}

/** Adds all screens to the router of the sign-in page, which then opens the one at the current address. */
export function AddScreens() {
  const router = useRouter()
  useEffect(() => {
    root.addChildren([...routes, unknownPath])
    router.update({ ...router.options, routeTree: tree })
    void router.load()
  }, [router])
  return null
}

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
    const parts = preloadFrame()
    // There is time while the device looks for the rows.
    await yieldToMain()
    prepareCollator()
    await Promise.all([parts, firstRows])
    await yieldToMain()
  }
  await router.load()
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
