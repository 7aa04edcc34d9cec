/** The texts of what needs attention on the dashboard. */
import { ERP_NAME } from '#contract/constants.ts'
import { UNANSWERED_AFTER_MS } from '#contract/records/exceptions.ts'

export const attentionTexts = {
  title: 'Needs attention',
  allClear: 'All clear',
  refused: (kind: string) => `${kind} refused by ${ERP_NAME}`,
  unanswered: `unanswered by ${ERP_NAME} for over ${String(UNANSWERED_AFTER_MS / 60_000)} minutes`,
  overdue: 'shipments overdue',
  overdueWithoutStatus: 'shipments overdue without a status',
  isOld: (title: string, age: string) => `${title}: ${age}`,
  areOld: (titles: string) => `lists are out of date: ${titles}`,
  syncFailed: (areas: string) => `syncs failed or left rows out: ${areas}`,
  notSynced: (title: string, age: string) => `${title}: last successful sync ${age}`,
  neverSynced: (title: string) => `${title}: never synced`,
  checking: 'Checking what needs attention…',
  checked: (what: string, time: string) => `Checked at ${time}: ${what}.`,
  records: 'records',
  shipments: 'shipments',
  ages: 'the age of the data',
  syncs: 'syncs',
} as const

/** The kinds of records in the plural, inside sentences. */
export const kindsInWords = {
  binCountRecords: (count: number) => (count === 1 ? 'count' : 'counts'),
  binAdjustmentRecords: (count: number) => (count === 1 ? 'adjustment' : 'adjustments'),
  binTransfer: (count: number) => (count === 1 ? 'transfer' : 'transfers'),
  inboundDataRecords: (count: number) => (count === 1 ? 'receipt' : 'receipts'),
} as const
