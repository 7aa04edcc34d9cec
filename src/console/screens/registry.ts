/** Registry 2, whole: the lists and the special screens. Routes, guards, menu and cards derive from it. */
import type { Access } from '#contract/access.ts'
import { messages } from '#contract/texts/messages.ts'
import type { ScreenPath } from '#contract/screens.ts'
import type { Offer } from '#contract/offers.ts'
import type { ListScreen } from '#console/list/list-screen.ts'
import { lists } from '#console/screens/lists.ts'
import type { Place } from '#console/session/guard.ts'
import type { MenuIcon } from '#console/ui/menu-icons.ts'

/** A protected screen that is no list. */
interface SpecialScreen {
  readonly path: string
  readonly title: string
  readonly icon?: MenuIcon
  /** What its route needs. */
  readonly access: Access
  /** What its menu entry needs, where that differs. */
  readonly menuAccess: Access
  /** Where the server does not offer this, there is no such screen (decisions/product/other-servers.md). */
  readonly offer?: Offer
}

export const dashboardScreen = {
  path: '/dashboard',
  title: 'Dashboard',
  icon: 'layout-dashboard',
  access: 'signed-in',
  menuAccess: 'signed-in',
} as const satisfies SpecialScreen

/** The route opens with the flag, the menu shows it to super admins only, and only they may save (decisions/server/erp-addresses.md). */
export const netsuiteSetupScreen = {
  path: '/netsuite-setup',
  title: 'ERP Setup',
  access: { feature: 'locations' },
  menuAccess: 'super-admin',
} as const satisfies SpecialScreen

/** No collection of the twelve: it is read a page at a time and kept on no device. */
export const auditTrailScreen = {
  path: '/audit-trail',
  title: messages.auditTitle,
  menu: messages.auditTitle,
  icon: 'history',
  group: 'User Management',
  access: 'super-admin',
  menuAccess: 'super-admin',
  offer: 'audit',
} as const satisfies SpecialScreen & Pick<ListScreen, 'menu' | 'icon' | 'group'>

/** The entries of the menu's groups, in its order. */
export const menuScreens = [...lists, auditTrailScreen] as const

/** The public pages, and what the guard asks of each. */
export const publicPlaces = {
  '/': { kind: 'entry' },
  '/login': { kind: 'open' },
  '/super-admin-register': { kind: 'open' },
  '/2fa-login': { kind: 'second-factor', needsPassword: false },
  '/2fa-setup': { kind: 'second-factor', needsPassword: true },
  '/reset-password': { kind: 'public' },
} as const satisfies { readonly [P in ScreenPath]?: Place }

/** Every protected screen with what its route needs. */
export const protectedScreens = [
  dashboardScreen,
  ...menuScreens,
  netsuiteSetupScreen,
] satisfies readonly { readonly path: ScreenPath }[]

/** Whether a path is one of theirs: the only places a person is led back to (decisions/console/session.md). */
export function isProtectedPath(pathname: string): boolean {
  return protectedScreens.some(({ path }) => path === pathname)
}
