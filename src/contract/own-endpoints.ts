/**
 * Our own calls beyond specification.md section 7, made only if the server offers them
 * (decisions/product/other-servers.md). The console imports single groups, so that a page loads only the schemas that
 * it needs.
 */
import { auditEndpoints } from '#contract/own/audit-endpoints.ts'
import { erpSettingsEndpoints } from '#contract/own/erp-settings-endpoints.ts'
import { erpSignInEndpoints } from '#contract/own/erp-sign-in-endpoints.ts'
import { exceptionEndpoints } from '#contract/own/exception-endpoints.ts'
import { passkeyEndpoints } from '#contract/own/passkey-endpoints.ts'
import { readRulesEndpoints } from '#contract/own/read-rules-endpoints.ts'
import { secondFactorEndpoints } from '#contract/own/second-factor-endpoints.ts'
import { serverStateEndpoints } from '#contract/own/server-state-endpoints.ts'
import { budgetEndpoints } from '#contract/sync/budget.ts'
import { preferenceEndpoints } from '#contract/views/preference-endpoints.ts'
import { viewEndpoints } from '#contract/views/view-endpoints.ts'

export const ownEndpoints = {
  ...exceptionEndpoints,
  ...erpSettingsEndpoints,
  ...auditEndpoints,
  ...viewEndpoints,
  ...preferenceEndpoints,
  ...serverStateEndpoints,
  ...secondFactorEndpoints,
  ...passkeyEndpoints,
  ...erpSignInEndpoints,
  ...readRulesEndpoints,
  ...budgetEndpoints,
} as const
