/** The feature flags in words, in the groups in which forms offer them (specification.md section 2). */
import type { AdminFeature, MobileFeature } from '#contract/access.ts'

/** Flags that a form shows under one heading, each with its label. */
export interface FeatureGroup<F extends string> {
  readonly title: string
  readonly features: readonly (readonly [flag: F, label: string])[]
}

/** The nine flags of an admin, grouped like the menu; `superAdmin` follows its own box. */
export const ADMIN_FEATURE_GROUPS = [
  {
    title: 'Master Data',
    features: [
      ['inventory', 'Inventory'],
      ['items', 'Items'],
      ['locations', 'Locations'],
      ['bins', 'Bins'],
    ],
  },
  {
    title: 'Transactions',
    features: [
      ['salesorder', 'Sales Orders'],
      ['inbound', 'Inbound'],
    ],
  },
  {
    title: 'Reports',
    features: [
      ['bincount', 'Bin Count'],
      ['binAdjustment', 'Bin Adjustment'],
      ['binTransfer', 'Bin Transfer'],
    ],
  },
] as const satisfies readonly FeatureGroup<AdminFeature>[]

/** The thirteen flags of a mobile user. */
export const MOBILE_FEATURE_GROUPS = [
  {
    title: 'Core Operations',
    features: [
      ['itemLookup', 'Item Lookup'],
      ['binCount', 'Bin Count'],
      ['binAdjustments', 'Bin Adjustments'],
      ['binTransfer', 'Bin Transfer'],
      ['inbound', 'Inbound'],
      ['picking', 'Picking'],
      ['ltlOrders', 'LTL Orders'],
    ],
  },
  {
    title: 'Reports',
    features: [
      ['binAdjustmentsReport', 'Bin Adjustments Reports'],
      ['binCountReports', 'Bin Count Reports'],
      ['binTransferReports', 'Bin Transfer Reports'],
      ['inboundReports', 'Inbound Reports'],
      ['pickingReports', 'Picking Reports'],
      ['ltlReports', 'LTL Reports'],
    ],
  },
] as const satisfies readonly FeatureGroup<MobileFeature>[]

const ALL_GROUPS: readonly FeatureGroup<string>[] = [
  ...ADMIN_FEATURE_GROUPS,
  ...MOBILE_FEATURE_GROUPS,
]

const WORDS = new Map<string, string>([
  ...ALL_GROUPS.flatMap(({ features }) => features),
  ['superAdmin', 'Super Admin'],
])

/** The label of a flag, or null for an unknown one. */
export function featureWord(flag: string): string | null {
  return WORDS.get(flag) ?? null
}
