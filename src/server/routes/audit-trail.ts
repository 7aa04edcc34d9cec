/** The audit trail, read-only, for super admins. */
import type { FastifyInstance } from 'fastify'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { AUDIT_PAGE_ROWS, type AuditEntry } from '#contract/records/audit.ts'
import type { Context } from '#server/context.ts'
import { readAudit, type StoredEntry } from '#server/db/repositories/audit.ts'
import { serve } from '#server/http/serve.ts'

export function auditTrailRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, ownEndpoints.auditTrail, async ({ query }) => {
    const before = /^\d{1,15}$/.test(query['before'] ?? '') ? Number(query['before']) : null
    // One more than a page shows whether there is another.
    const found = await readAudit(context.db, before, AUDIT_PAGE_ROWS + 1)
    const page = found.slice(0, AUDIT_PAGE_ROWS)
    const next = found.length > page.length ? (page.at(-1)?.id ?? null) : null
    return { data: page.map(entryOf), next }
  })
}

function entryOf({ id, at, actor, action, target, address, detail }: StoredEntry): AuditEntry {
  const { before, after, ...more } = detail ?? {}
  return {
    id,
    at: at.toISOString(),
    actor,
    action,
    target,
    address,
    before: factsIn(before),
    after: factsIn(after),
    more: factsIn(more),
  }
}

function factsIn(value: unknown): Record<string, unknown> | null {
  if (typeof value !== 'object' || value === null) return null
  return Object.keys(value).length === 0 ? null : { ...value }
}
