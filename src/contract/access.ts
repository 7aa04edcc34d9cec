/** Access: feature flags, what a screen or call requires, and the functions that check it. */

/** Feature flags of an admin, as stored in `adminFeatures` (specification.md section 3). */
export const ADMIN_FEATURES = [
  'locations',
  'bins',
  'inventory',
  'items',
  'salesorder',
  'inbound',
  'bincount',
  'binAdjustment',
  'binTransfer',
  'superAdmin',
] as const

/** Feature flags of a mobile user, in the spelling of specification.md section 3. */
export const MOBILE_FEATURES = [
  'itemLookup',
  'binCount',
  'binAdjustments',
  'binTransfer',
  'inbound',
  'picking',
  'ltlOrders',
  'binAdjustmentsReport',
  'binCountReports',
  'binTransferReports',
  'inboundReports',
  'pickingReports',
  'ltlReports',
] as const

export type AdminFeature = (typeof ADMIN_FEATURES)[number]
export type MobileFeature = (typeof MOBILE_FEATURES)[number]
export type AdminFeatures = Record<AdminFeature, boolean>
export type MobileFeatures = Record<MobileFeature, boolean>

/** What a screen, a card, a collection or a call requires of a fully signed-in admin. */
export type Access = 'signed-in' | 'super-admin' | FeatureAccess | AnyFeatureAccess

/** A flag; with `orSuperAdmin` a super admin does not need it (decisions/server/erp-pulls.md). */
export interface FeatureAccess {
  readonly feature: AdminFeature
  readonly orSuperAdmin?: true
}

/** At least one of several flags. Being a super admin does not help. */
export interface AnyFeatureAccess {
  readonly anyFeature: readonly AdminFeature[]
}

/** The admin who asks. Flags that are not known (yet) are absent (decisions/console/rights.md). */
export interface Principal {
  readonly username: string
  readonly isSuperAdmin: boolean
  readonly features: Partial<AdminFeatures>
}

/**
 * Completes the flags of an answer: whatever is not `true` is false (decisions/console/rights.md).
 * Nothing but `true` grants a flag, as the specification says (section 6).
 */
export function completeFeatures(flags: unknown): AdminFeatures {
  return flagsOf(ADMIN_FEATURES, flags, (value) => value === true)
}

/**
 * The flags of an admin for a form. Other servers may send them as text or number, and saving the
 * form must not withdraw them.
 */
export function shownFeatures(flags: unknown): AdminFeatures {
  return flagsOf(ADMIN_FEATURES, flags, isYes)
}

/** Completes the flags of a mobile user. They grant nothing in the console, so they are read as in `shownFeatures`. */
export function completeMobileFeatures(flags: unknown): MobileFeatures {
  return flagsOf(MOBILE_FEATURES, flags, isYes)
}

/**
 * Whether a value means yes: `true`, `1`, `'true'` or `'1'`, because other servers may send
 * booleans as text or number (decisions/product/other-servers.md).
 */
export function isYes(value: unknown): boolean {
  return value === true || value === 1 || value === 'true' || value === '1'
}

/** Whether the route opens and the server answers: the flag is true. */
export function opensRoute(access: Access, who: Principal): boolean {
  if (access === 'signed-in') return true
  if (access === 'super-admin') return who.isSuperAdmin
  if ('anyFeature' in access) return access.anyFeature.some((flag) => who.features[flag] === true)
  return isExempt(access, who) || who.features[access.feature] === true
}

/** Whether the menu shows the entry: only flags that are exactly false hide it. */
export function showsInMenu(access: Access, who: Principal): boolean {
  if (typeof access === 'string') return opensRoute(access, who)
  if ('anyFeature' in access) return access.anyFeature.some((flag) => who.features[flag] !== false)
  return isExempt(access, who) || who.features[access.feature] !== false
}

/** Whether the dashboard shows the card: only a flag that is true shows it. */
export function showsCard(access: Access, who: Principal): boolean {
  return opensRoute(access, who)
}

function isExempt(access: FeatureAccess, who: Principal): boolean {
  return access.orSuperAdmin === true && who.isSuperAdmin
}

function flagsOf<F extends string>(
  names: readonly F[],
  flags: unknown,
  isOn: (value: unknown) => boolean,
): Record<F, boolean> {
  const given = typeof flags === 'object' && flags !== null ? flags : {}
  const known = new Map<string, unknown>(Object.entries(given))
  return Object.fromEntries(names.map((name) => [name, isOn(known.get(name))])) as Record<
    F,
    boolean
  >
}
