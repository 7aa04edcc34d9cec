/** What the connection test says beyond its specified steps (src/docs/erp.md section 8). */
import { ERP_NAME } from '#contract/constants.ts'
import { joinWithAnd } from '#contract/texts/own/joined-words.ts'

const ROLE = `In ${ERP_NAME}, Setup > Users/Roles > Manage Roles`

export const proofTexts = {
  columns: 'Columns',
  columnsOf: (area: string) => `Columns of ${area}`,
  allColumns: (columns: number) => `All ${columns} columns that are read are there.`,
  columnsNeeded: (columns: readonly string[]) =>
    `Can't be read without ${joinWithAnd(columns)}. Give the role access to it, or map another column in ERP_MAPPING.`,
  columnsMissing: (columns: readonly string[]) =>
    `Read without ${joinWithAnd(columns)}, so these fields stay empty. Give the role access, or map other columns in ERP_MAPPING.`,
  columnsSeldom: (columns: readonly string[]) =>
    `The account has no ${joinWithAnd(columns)}, so these fields stay empty. That is normal without the feature or the custom field.`,

  changes: 'Changes',
  allChanges: 'Changes, deletions and new names can be read.',
  noDeletions:
    'Deletions are hidden, so items, orders and shipments are read whole every time. ' +
    'Give the role the permission Lists > Deleted Records (View).',
  noNames: (who: string, permission: string) =>
    `New names of ${who} arrive once a day. Give the role the permission Lists > ${permission} (View).`,

  features: 'Features',
  featureNames: {
    bins: 'bins',
    lots: 'lots and serial numbers',
    statuses: 'inventory statuses',
    units: 'units of measure',
    subsidiaries: 'subsidiaries',
  },
  featureSummary: (on: readonly string[], off: readonly string[]) =>
    [
      ...(on.length > 0 ? [`The account has ${joinWithAnd(on)}.`] : []),
      ...(off.length > 0 ? [`It has no ${joinWithAnd(off)}, or the role can't see them.`] : []),
    ].join(' '),
  featureUnread: (feature: string, table: string) =>
    `The account has ${feature}, but the role can't read ${table}, so records that name them can't be booked.`,

  ledger: 'Adjustment account',
  noLedger:
    `ERP_ADJUSTMENT_ACCOUNT is not set, so ${ERP_NAME} must have a default for adjustments. ` +
    `If it has none, it refuses them.`,
  ledgerFound: (id: string) => `Adjustments are booked to the account with the internal ID ${id}.`,
  ledgerMissing: (id: string) =>
    `There is no account with the internal ID ${id}. Correct ERP_ADJUSTMENT_ACCOUNT.`,
  ledgerInactive: (id: string) =>
    `The account with the internal ID ${id} is inactive. Activate it, or set another ERP_ADJUSTMENT_ACCOUNT.`,
  ledgerUnread: (id: string) =>
    `Can't check whether there is an account with the internal ID ${id}. Give the role the permission Lists > Accounts (View).`,

  bookings: {
    adjustments: {
      title: 'Booking adjustments',
      permission: 'Transactions > Adjust Inventory',
      feature: 'Inventory',
    },
    binTransfers: {
      title: 'Booking bin transfers',
      permission: 'Transactions > Bin Transfer',
      feature: 'Bin Management',
    },
    transfers: {
      title: 'Booking transfers between locations',
      permission: 'Transactions > Transfer Inventory',
      feature: 'Multi-Location Inventory',
    },
  },
  mayBook: 'The role may do this. Nothing was booked.',
  mayNotBook: (permission: string) =>
    `The role may not do this, so floor records wait. ${ROLE}, give it ${permission} (Edit).`,
  noRecordType: (feature: string) =>
    `The account doesn't have this. If it should, turn on ${feature} under Setup > Company > Enable Features.`,
  bookedNothing: (id: string | undefined) =>
    `${ERP_NAME} saved an empty record that it should have refused${id === undefined ? '' : ` (internal ID ${id})`}. Delete it.`,
} as const
