/** The router of a page that opens before the sign-in. Its screens are added when the first of them is opened. */
import { createRoute, createRouter } from '@tanstack/react-router'
import type { AppRouter } from '#console/router.tsx'
import { loadBackground } from '#console/start/load-background.ts'
import {
  before,
  makeRoot,
  publicRoutes,
  ROUTER_OPTIONS,
  TwoFactorLogin,
} from '#console/start/public-routes.tsx'
import { lazyPart } from '#console/ui/lazy/lazy-part.tsx'

const root = makeRoot()

const AddScreens = lazyPart(async () => {
  const [screens] = await Promise.all([import('#console/router.tsx'), loadBackground()])
  await screens.preloadFrame()
  return screens.AddScreens
})

/** Any screen behind the sign-in. */
const screens = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: before({ kind: 'protected', access: 'signed-in' }),
  component: AddScreens,
})

/** Creates the router. */
export function makeFirstRouter(): AppRouter {
  const routeTree = root.addChildren([...publicRoutes(root), screens])
  // Links know the paths of all screens; until those have been added, `$` opens each of them.
  return createRouter({ routeTree, ...ROUTER_OPTIONS }) as unknown as AppRouter
}

/** Loads what comes after the sign-in page while the person types; what fails is loaded again when it is needed. */
export async function preloadNextSteps(): Promise<void> {
  await import('#console/screens/public/sign-in.ts').catch(() => undefined)
  await TwoFactorLogin.preload()
  await AddScreens.preload()
}
