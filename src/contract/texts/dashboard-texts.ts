/** The texts of the dashboard. */
import { PICTURED_DAYS } from '#contract/constants.ts'

export const dashboardTexts = {
  refreshCard: (title: string) => `Refresh ${title}`,
  welcome: 'Welcome to the Admin Portal',
  noFeatures: 'No features available for your account.',
  loadingFeatures: 'Loading features...',
  recentRecords: `Records in the last ${String(PICTURED_DAYS)} days`,
  noRecentRecords: `No records in the last ${String(PICTURED_DAYS)} days.`,
  showAsTable: 'Show as tables',
  showAsBars: 'Show as bars',
  day: 'Day',
  lastSyncFailed: (reason: string) => `The last sync failed: ${reason}`,
} as const
