/**
 * What the audit trail says about an account before and after a change: its profile, never a secret
 * (decisions/server/secrets.md).
 */
import { completeFeatures, completeMobileFeatures } from '#contract/access.ts'
import type { AdminRow } from '#server/db/repositories/admins.ts'
import type { MobileUserRow } from '#server/db/schema/people.ts'

/** Field names of the contract, with readable values. */
export type AuditFacts = Readonly<Record<string, string | boolean>>

/** The changeable fields of an admin. Features are a list of the enabled ones. */
export function adminFacts(
  admin: Pick<
    AdminRow,
    'companyName' | 'companyEmail' | 'phoneNumber' | 'isSuperAdmin' | 'features'
  >,
): AuditFacts {
  return {
    company_name: admin.companyName,
    company_email: admin.companyEmail,
    phone_number: admin.phoneNumber,
    is_super_admin: admin.isSuperAdmin,
    features: enabled(completeFeatures(admin.features)),
  }
}

/** The changeable fields of a mobile user. */
export function mobileUserFacts(
  user: Pick<MobileUserRow, 'name' | 'location' | 'multiLocationEnable' | 'features'>,
): AuditFacts {
  return {
    name: user.name,
    location: user.location,
    multi_location_enable: user.multiLocationEnable,
    features: enabled(completeMobileFeatures(user.features)),
  }
}

/** The fields that differ. For a password, only that it has changed. */
export function auditDiff(
  before: AuditFacts,
  after: AuditFacts,
  newPassword: boolean,
): { readonly before: AuditFacts; readonly after: AuditFacts } {
  const names = Object.keys(after).filter((name) => before[name] !== after[name])
  const pick = (facts: AuditFacts): AuditFacts =>
    Object.fromEntries(names.flatMap((name) => (name in facts ? [[name, facts[name] ?? '']] : [])))
  return {
    before: pick(before),
    after: { ...pick(after), ...(newPassword && { password: NEW_PASSWORD }) },
  }
}

const NEW_PASSWORD = 'changed'

/** @param features completed, so in the order of the contract: the database keeps another order */
function enabled(features: Readonly<Record<string, boolean>>): string {
  const names = Object.keys(features).filter((name) => features[name])
  return names.length === 0 ? 'none' : names.join(', ')
}
