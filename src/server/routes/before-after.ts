/** What the audit trail says of an account before and after a change: its profile, never a secret (decisions.md 4.11). */
import type { AdminRow } from '#server/db/admins.ts'
import type { MobileUserRow } from '#server/db/mobile-users.ts'

/** Names of fields as the contract has them, with values that may be read. */
export type Facts = Readonly<Record<string, string | boolean>>

/** What can be changed of an admin. Features as a list of those that are enabled. */
export function adminFacts(
  admin: Pick<
    AdminRow,
    'companyName' | 'companyEmail' | 'phoneNumber' | 'isSuperAdmin' | 'features'
  >,
): Facts {
  return {
    company_name: admin.companyName,
    company_email: admin.companyEmail,
    phone_number: admin.phoneNumber,
    is_super_admin: admin.isSuperAdmin,
    features: enabled(admin.features),
  }
}

/** What can be changed of a mobile user. */
export function mobileUserFacts(
  user: Pick<MobileUserRow, 'name' | 'location' | 'multiLocationEnable' | 'features'>,
): Facts {
  return {
    name: user.name,
    location: user.location,
    multi_location_enable: user.multiLocationEnable,
    features: enabled(user.features),
  }
}

/** The facts that differ. Of a password only that there is a new one. */
export function differences(
  before: Facts,
  after: Facts,
  newPassword: boolean,
): { readonly before: Facts; readonly after: Facts } {
  const names = Object.keys(after).filter((name) => before[name] !== after[name])
  const pick = (facts: Facts): Facts =>
    Object.fromEntries(names.flatMap((name) => (name in facts ? [[name, facts[name] ?? '']] : [])))
  return {
    before: pick(before),
    after: { ...pick(after), ...(newPassword && { password: NEW_PASSWORD }) },
  }
}

const NEW_PASSWORD = 'changed'

function enabled(features: Readonly<Record<string, boolean>>): string {
  const names = Object.keys(features).filter((name) => features[name])
  return names.length === 0 ? 'none' : names.join(', ')
}
