/** Entries of the audit trail, as its screen shows them (decisions/server/secrets.md). */
import { z } from 'zod/mini'

const facts = z.nullable(z.record(z.string(), z.unknown()))

export const AuditEntry = z.looseObject({
  /** Rises with every entry. */
  id: z.number(),
  at: z.string(),
  /** Who did it: a user name, or what stands for somebody unknown. */
  actor: z.string(),
  /** What was done, such as `admin-changed`. */
  action: z.string(),
  /** The account or setting that it was done to. */
  target: z.string(),
  /** From where. */
  address: z.string(),
  /** What has changed, as it was and as it is; null where nothing was changed. Never a secret. */
  before: facts,
  after: facts,
  /** What else there is to say of it, such as why a sign-in was refused. */
  more: facts,
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** The most entries that one call gives. */
export const AUDIT_PAGE_ROWS = 500

export const AuditPage = z.looseObject({
  data: z.array(AuditEntry),
  /** Asked for as `before`, it gives the next page; null on the last. */
  next: z.nullable(z.number()),
})
export type AuditPage = z.infer<typeof AuditPage>
