/**
 * The audit trail: who did what to what, when, from where. It is append-only (decisions/server/secrets.md)
 * and kept for a limited time.
 */
import { desc, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { audit } from '#server/db/schema/operations.ts'

/** The readable fields of an entry. */
export type AuditAction =
  | 'password-accepted'
  | 'sign-in-refused'
  | 'attempts-exhausted'
  | 'signed-in'
  | 'signed-out'
  | 'second-factor-issued'
  | 'second-factor-enabled'
  | 'second-factor-reset'
  | 'stepped-up'
  | 'recovery-codes-created'
  | 'recovery-code-used'
  | 'passkey-added'
  | 'passkey-renamed'
  | 'passkey-removed'
  | 'passkey-may-be-copied'
  | 'session-ended'
  | 'other-sessions-ended'
  | 'admin-registered'
  | 'admin-created'
  | 'admin-changed'
  | 'admin-deleted'
  | 'password-changed'
  | 'password-reset-requested'
  | 'password-reset'
  | 'mobile-user-created'
  | 'mobile-user-changed'
  | 'mobile-user-deleted'
  | 'erp-settings-saved'
  | 'erp-connection-tested'
  | 'erp-certificate-made'
  | 'erp-read-again'
  | 'erp-reading-changed'
  | 'mobile-signed-in'
  | 'booking-retried'
  | 'cases-acknowledged'
  | 'cases-reopened'
  | 'cases-assigned'
  | 'cases-snoozed'
  | 'cases-resolved'
  | 'cases-noted'
  | 'retry-started'
  | 'view-shared'
  | 'view-changed'
  | 'view-deleted'
  | 'view-default-chosen'

export interface AuditEntry {
  readonly at: Date
  /** A user name, or a placeholder for a stranger. */
  readonly actor: string
  readonly action: AuditAction
  /** The account or setting. Never what a stranger typed, which may be a password in the wrong field. */
  readonly target: string
  /** The address of the caller. */
  readonly address: string
  /** Field names and the like; no secret values. */
  readonly detail?: Readonly<Record<string, unknown>>
}

/** Adds an entry, in the transaction of the change if there is one. */
export async function writeAudit(db: Database | Transaction, entry: AuditEntry): Promise<void> {
  await db.insert(audit).values(entry)
}

/** A stored entry. */
export type StoredEntry = typeof audit.$inferSelect

/**
 * Entries, newest first.
 * @param before the id of the last entry of the previous page; null for the first page
 */
export function readAudit(
  db: Database | Transaction,
  before: number | null,
  count: number,
): Promise<StoredEntry[]> {
  return db
    .select()
    .from(audit)
    .where(before === null ? undefined : lt(audit.id, before))
    .orderBy(desc(audit.id))
    .limit(count)
}

/**
 * Deletes older entries, except those that the database still protects (migration 0009): one of them would keep all
 * others from being deleted. By the clock of this machine they may be older, and 30 days in the time zone of the
 * database may be an hour longer.
 * @returns how many entries
 */
export async function forgetAudit(db: Database, olderThan: Date): Promise<number> {
  const limit = sql`least(${olderThan.toISOString()}::timestamptz, now() - interval '30 days')`
  const { rowCount } = await db.delete(audit).where(lt(audit.at, limit))
  return rowCount ?? 0
}
