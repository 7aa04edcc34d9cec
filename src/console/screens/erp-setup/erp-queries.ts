/** What ERP Setup asks the server for, with the query keys. */
import { queryOptions } from '@tanstack/react-query'
import { erpSettingsEndpoints } from '#contract/own/erp-settings-endpoints.ts'
import { erpSignInEndpoints } from '#contract/own/erp-sign-in-endpoints.ts'
import { readRulesEndpoints } from '#contract/own/read-rules-endpoints.ts'
import { call } from '#console/data/api/call.ts'

export const ERP_STATUS_KEY = ['erp-status'] as const

/** Which ERP settings have a value. */
export function erpStatusQuery() {
  return queryOptions({
    queryKey: ERP_STATUS_KEY,
    queryFn: ({ signal }) => call(erpSettingsEndpoints.erpSettingsStatus, { signal }),
    retry: false,
  })
}

export const ERP_SIGN_IN_KEY = ['erp-sign-in'] as const

/** How the server signs in to the ERP. */
export function erpSignInQuery() {
  return queryOptions({
    queryKey: ERP_SIGN_IN_KEY,
    queryFn: ({ signal }) => call(erpSignInEndpoints.erpSignIn, { signal }),
    retry: false,
  })
}

export const READ_RULES_KEY = ['read-rules'] as const

/** What is read from the ERP. */
export function readRulesQuery() {
  return queryOptions({
    queryKey: READ_RULES_KEY,
    queryFn: ({ signal }) => call(readRulesEndpoints.readRules, { signal }),
    retry: false,
  })
}

export const RULE_CHOICES_KEY = ['rule-choices'] as const

/** The subsidiaries and locations that the ERP has. */
export function ruleChoicesQuery() {
  return queryOptions({
    queryKey: RULE_CHOICES_KEY,
    queryFn: ({ signal }) =>
      call(readRulesEndpoints.ruleChoices, { signal, answersWithinMs: 90_000 }),
    retry: false,
    refetchOnWindowFocus: false,
  })
}
