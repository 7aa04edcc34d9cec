/** The call of the audit trail (decisions/server/secrets.md). */
import { endpoint } from '#contract/endpoint.ts'
import { AuditPage } from '#contract/records/audit.ts'

export const auditEndpoints = {
  /** The audit trail, newest first, a page at a time. */
  auditTrail: endpoint({
    method: 'GET',
    path: '/audit-trail',
    access: 'super-admin',
    offer: 'audit',
    reply: AuditPage,
  }),
} as const
