/** What a server may have beside the calls of console.md section 7 (decisions.md 9.1). */

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
