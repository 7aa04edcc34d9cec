import { expect, test } from 'vitest'
import {
  ADMIN_FEATURE_GROUPS,
  MOBILE_FEATURE_GROUPS,
  type FeatureGroup,
} from '#contract/texts/feature-words.ts'

/** Copied by hand from specification.md sections 2 and 3: a label on the wrong flag would grant rights. */
const MOBILE = {
  'Core Operations': {
    'Item Lookup': 'itemLookup',
    'Bin Count': 'binCount',
    'Bin Adjustments': 'binAdjustments',
    'Bin Transfer': 'binTransfer',
    Inbound: 'inbound',
    Picking: 'picking',
    'LTL Orders': 'ltlOrders',
  },
  Reports: {
    'Bin Adjustments Reports': 'binAdjustmentsReport',
    'Bin Count Reports': 'binCountReports',
    'Bin Transfer Reports': 'binTransferReports',
    'Inbound Reports': 'inboundReports',
    'Picking Reports': 'pickingReports',
    'LTL Reports': 'ltlReports',
  },
}

const ADMIN = {
  'Master Data': { Inventory: 'inventory', Items: 'items', Locations: 'locations', Bins: 'bins' },
  Transactions: { 'Sales Orders': 'salesorder', Inbound: 'inbound' },
  Reports: {
    'Bin Count': 'bincount',
    'Bin Adjustment': 'binAdjustment',
    'Bin Transfer': 'binTransfer',
  },
}

/** Each group in its order, each label with its flag in its order. */
function typedOff(groups: readonly FeatureGroup<string>[]): string {
  return JSON.stringify(
    Object.fromEntries(
      groups.map(({ title, features }) => [
        title,
        Object.fromEntries(features.map(([flag, label]) => [label, flag])),
      ]),
    ),
  )
}

test('the boxes of a mobile user match the flags of their labels, in two groups', () => {
  expect(typedOff(MOBILE_FEATURE_GROUPS)).toBe(JSON.stringify(MOBILE))
})

test('the nine boxes of an admin match the flags of their labels, grouped like the menu', () => {
  expect(typedOff(ADMIN_FEATURE_GROUPS)).toBe(JSON.stringify(ADMIN))
})
