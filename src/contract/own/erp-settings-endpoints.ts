/** Our own calls for the ERP settings of the access token (decisions/server/erp-addresses.md). */
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { TestReply } from '#contract/own/connection-test.ts'
import { ErpSettingsBody } from '#contract/records/erp-settings.ts'

export const erpSettingsEndpoints = {
  /** Which ERP settings are set, without their values. */
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
} as const
