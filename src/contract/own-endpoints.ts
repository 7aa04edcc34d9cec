/** Our own calls beyond specification.md section 7, made only if the server offers them (decisions/product/other-servers.md). */
import { z } from 'zod/mini'
import { TestReply } from '#contract/connection-test.ts'
import { endpoint } from '#contract/endpoints.ts'
import { AuditPage } from '#contract/records/audit.ts'
import { ErpSettingsBody } from '#contract/records/erp-settings.ts'

export const ownEndpoints = {
  /** Which ERP settings are set, without their values (decisions/server/erp-addresses.md). */
  erpSettingsStatus: endpoint({
    method: 'GET',
    path: '/provide-env-data',
    access: 'super-admin',
    offer: 'erp-status',
    reply: z.looseObject({ data: z.record(z.string(), z.boolean()) }),
  }),
  /** Tests the values in the form, and the saved ones for blank fields; saves nothing. */
  testErpSettings: endpoint({
    method: 'POST',
    path: '/provide-env-data/test',
    access: 'super-admin',
    offer: 'erp-test',
    body: ErpSettingsBody,
    reply: TestReply,
  }),
  /** The audit trail, newest first, a page at a time (decisions/server/secrets.md). */
  auditTrail: endpoint({
    method: 'GET',
    path: '/audit-trail',
    access: 'super-admin',
    offer: 'audit',
    reply: AuditPage,
  }),
} as const
