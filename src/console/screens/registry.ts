/** All screens: the lists and the special screens. Routes, guards, menu and cards derive from it. */
import type { Access } from '#contract/access.ts'
import { securityTexts } from '#contract/texts/own/security-texts.ts'
import { auditTexts } from '#contract/texts/audit-texts.ts'
import { EXCEPTIONS_ACCESS } from '#contract/records/exceptions.ts'
import { exceptionScreenTexts } from '#contract/texts/own/exception-screen-texts.ts'
import type { ScreenPath } from '#contract/screens.ts'
import type { Offer } from '#contract/offers.ts'
import type { ListScreen } from '#console/list/list-screen.ts'
import { lists } from '#console/screens/lists.ts'
import type { MenuIcon } from '#console/ui/menu-icons.ts'

/** A protected screen that is not a list. */
interface SpecialScreen {
  readonly path: string
  readonly title: string
  readonly icon?: MenuIcon
  /** What its route requires. */
  readonly access: Access
  /** What its menu entry requires. */
  readonly menuAccess: Access
  /** The screen exists only if the server offers this (decisions/product/other-servers.md). */
  readonly offer?: Offer
}

export const dashboardScreen = {
  path: '/dashboard',
  title: 'Dashboard',
  icon: 'layout-dashboard',
  access: 'signed-in',
  menuAccess: 'signed-in',
} as const satisfies SpecialScreen

/** The flag opens the route; only super admins see the menu entry and may save (decisions/server/erp-addresses.md). */
export const netsuiteSetupScreen = {
  path: '/netsuite-setup',
  title: 'ERP Setup',
  access: { feature: 'locations' },
  menuAccess: 'super-admin',
} as const satisfies SpecialScreen

/** Not one of the twelve collections: it is read page by page and not stored on the device. */
export const auditTrailScreen = {
  path: '/audit-trail',
  title: auditTexts.auditTitle,
  menu: auditTexts.auditTitle,
  icon: 'history',
  group: 'Control',
  access: 'super-admin',
  menuAccess: 'super-admin',
  offer: 'audit',
} as const satisfies SpecialScreen & Pick<ListScreen, 'menu' | 'icon' | 'group'>

/** What needs attention; computed from the rows of this device, so it exists on every server. */
export const exceptionsScreen = {
  path: '/exceptions',
  title: exceptionScreenTexts.title,
  menu: exceptionScreenTexts.title,
  icon: 'alert-triangle',
  group: 'Control',
  access: EXCEPTIONS_ACCESS,
  menuAccess: EXCEPTIONS_ACCESS,
} as const satisfies SpecialScreen & Pick<ListScreen, 'menu' | 'icon' | 'group'>

/** One's own factors and sessions, from the settings menu. */
export const securityScreen = {
  path: '/security',
  title: securityTexts.title,
  access: 'signed-in',
  menuAccess: 'signed-in',
  offer: 'second-factor',
} as const satisfies SpecialScreen

/** The entries of the menu's groups in their order. */
export const menuScreens = [...lists, exceptionsScreen, auditTrailScreen] as const

/** All protected screens with what their routes require. */
export const protectedScreens = [
  dashboardScreen,
  ...menuScreens,
  netsuiteSetupScreen,
  securityScreen,
] satisfies readonly { readonly path: ScreenPath }[]
