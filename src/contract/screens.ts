/** The paths of the console's screens (specification.md section 2): our server answers each with the page. */
export const SCREEN_PATHS = [
  '/',
  '/login',
  '/super-admin-register',
  '/2fa-login',
  '/2fa-setup',
  '/reset-password',
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

export type ScreenPath = (typeof SCREEN_PATHS)[number]
