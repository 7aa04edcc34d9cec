/** What a server may have beside the calls of specification.md section 7 (decisions/product/other-servers.md). */

/** The names that `config.json` lists where the server has what they stand for. */
export const OFFERS = [
  'health',
  'logout',
  /** Lists answer `?since=` with what changed. */
  'deltas',
  /** How syncs stand, what was, and ending one. */
  'syncs',
  'bookings',
  'erp-status',
  'erp-test',
  'audit',
] as const

export type Offer = (typeof OFFERS)[number]
