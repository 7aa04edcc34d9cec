/** The pages before and during the sign-in. */
const PUBLIC_PATHS = [
  '/',
  '/login',
  '/super-admin-register',
  '/2fa-login',
  '/2fa-setup',
  '/reset-password',
] as const

const PROTECTED_PATHS = [
  '/dashboard',
  '/inventory',
  '/items',
  '/locations',
  '/bins',
  '/sales-orders',
  '/inbound-shipment',
  '/bin-count-records',
  '/bin-adjustment-records',
  '/bin-transfer',
  '/inbound-data-records',
  '/exceptions',
  '/admins',
  '/wms-ai-users',
  '/audit-trail',
  '/security',
  '/netsuite-setup',
] as const

/** The paths of the console's screens (specification.md section 2): our server answers each with the page. */
export const SCREEN_PATHS = [...PUBLIC_PATHS, ...PROTECTED_PATHS] as const

export type PublicPath = (typeof PUBLIC_PATHS)[number]
export type ScreenPath = (typeof SCREEN_PATHS)[number]

/** Whether a path is a protected screen: a sign-in returns only to these (decisions/console/session.md). */
export function isProtectedPath(pathname: string): boolean {
  return PROTECTED_PATHS.some((path) => path === pathname)
}
