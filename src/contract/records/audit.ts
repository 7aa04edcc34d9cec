/** Entries of the audit trail as its screen shows them (decisions/server/secrets.md). */
import { z } from 'zod/mini'

const facts = z.nullable(z.record(z.string(), z.unknown()))

export const AuditEntry = z.looseObject({
  /** Increases with every entry. */
  id: z.number(),
  at: z.string(),
  /** Who did it: a user name, or a placeholder when unknown. */
  actor: z.string(),
  /** The action, such as `admin-changed`. */
  action: z.string(),
  /** The account or setting that was changed. */
  target: z.string(),
  /** The address of the caller. */
  address: z.string(),
  /** The changed facts before and after; null if nothing changed. Never a secret. */
  before: facts,
  after: facts,
  /** Further facts, such as why a sign-in was refused. */
  more: facts,
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** The most entries that one call returns. */
export const AUDIT_PAGE_ROWS = 500

export const AuditPage = z.looseObject({
  data: z.array(AuditEntry),
  /** Passed as `before`, it returns the next page; null on the last. */
  next: z.nullable(z.number()),
})
export type AuditPage = z.infer<typeof AuditPage>
