/** The form of a connection with a certificate (decisions/server/erp-addresses.md). */
import { z } from 'zod/mini'
import { ERP_FIELDS, type ErpField, missingFields } from '#contract/forms.ts'

const trimmed = z.string().check(z.trim())

/** Blank fields keep what is saved. */
export const ErpSignInBody = z.object({
  NETSUITE_ACCOUNT_ID: trimmed,
  /** Blank on the first set-up: it follows from the account ID. */
  NETSUITE_BASE_URL: trimmed,
  client_id: trimmed,
  certificate_id: trimmed,
  /** A private key, with its certificate or alone, as PEM. */
  key: trimmed,
})
export type ErpSignInBody = z.infer<typeof ErpSignInBody>

/** The fields in the order of the screen. */
export const SIGN_IN_FIELDS = [
  { key: 'NETSUITE_ACCOUNT_ID', label: labelOf('NETSUITE_ACCOUNT_ID') },
  { key: 'client_id', label: 'Client ID' },
  { key: 'certificate_id', label: 'Certificate ID' },
  { key: 'NETSUITE_BASE_URL', label: labelOf('NETSUITE_BASE_URL') },
] as const

function labelOf(wanted: ErpField): string {
  return ERP_FIELDS.find(({ key }) => key === wanted)?.label ?? wanted
}

export type SignInField = (typeof SIGN_IN_FIELDS)[number]['key']

/** @param isSet the fields that may stay blank; with another private key, the ID of its certificate may not */
export function erpSignInForm(isSet: ReadonlySet<string>) {
  return ErpSignInBody.check((context) => {
    // NetSuite gives the certificate of another key another id.
    const mayStayBlank = (key: SignInField): boolean =>
      key === 'NETSUITE_BASE_URL' ||
      (isSet.has(key) && !(key === 'certificate_id' && context.value.key !== ''))
    const missing = SIGN_IN_FIELDS.filter(
      ({ key }) => context.value[key] === '' && !mayStayBlank(key),
    )
    const [first] = missing
    if (!first) return
    const message = missingFields(missing.map(({ label }) => label).join(', '))
    context.issues.push({ code: 'custom', message, path: [first.key], input: context.value })
  })
}

/** The address of an account, such as `https://1234567-sb1.suitetalk.api.netsuite.com` (erp.md section 1). */
export function baseUrlOf(accountId: string): string {
  return `https://${accountId.trim().toLowerCase().replaceAll('_', '-')}.suitetalk.api.netsuite.com`
}
