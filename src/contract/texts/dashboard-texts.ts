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

/** What stands out in a list, on its card. */
export const cardFactTexts = {
  noneAvailable: (items: number) => `${counted(items)} with none available`,
  withoutUpc: (items: number) => `${counted(items)} without UPC`,
  inactive: (bins: number) => `${counted(bins)} inactive`,
  open: (count: number) => `${counted(count)} open`,
} as const

function counted(count: number): string {
  return count.toLocaleString('en')
}
