/** What a server may have beyond the calls of specification.md section 7 (decisions/product/other-servers.md). */

/** The names that `config.json` lists if the server has the feature. */
export const OFFERS = [
  'health',
  'logout',
  /** Lists answer `?since=` with their changes. */
  'deltas',
  /** Lists answer `?part=` with a range of their rows, column by column. */
  'parts',
  /** The numbers of the dashboard's cards. */
  'counts',
  /** The state and history of syncs, and stopping one. */
  'syncs',
  /** Reading every list from its beginning. */
  'read-again',
  'bookings',
  'erp-status',
  'erp-test',
  'audit',
  /** Saved views of the lists. */
  'views',
  /** What an admin has arranged, on every device. */
  'preferences',
  /** What the server says about its own set-up. It runs on a database already. */
  'server-state',
  /** Signing in to NetSuite with a certificate. */
  'erp-sign-in',
  /** What the account is asked at this moment, and what waits to be booked. */
  'erp-budget',
  /** What is read from NetSuite: filters and custom fields. */
  'read-rules',
  /** What admins decided about records that need attention, and retries of several. */
  'exceptions',
  /** Stock by bin, lot and status, as a side list (`side-lists.ts`). */
  'bin-stock',
  /** Recovery codes, step-up, the sessions of an account, and resets of a second factor. */
  'second-factor',
  /** Passkeys; not at an address that cannot have them. */
  'passkeys',
] as const

export type Offer = (typeof OFFERS)[number]
