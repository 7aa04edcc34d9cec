/** The texts of every list screen around its table. */
import { ERP_NAME } from '#contract/constants.ts'

export const listTexts = {
  emptyResult: 'No data exists matching your search.',
  searchAll: 'Search all columns',
  filter: 'Filter...',
  yes: 'Yes',
  no: 'No',
  noLocation: 'No location',
  syncWith: `Sync with ${ERP_NAME}`,
  syncFrom: `Sync from ${ERP_NAME}`,
  addBin: 'Add Bin',
  soon: 'Feature Available Soon',
  refresh: 'Refresh',
  retry: 'Retry',
  refreshed: 'Data refreshed successfully',
  synced: (title: string) => `${title} synced successfully`,
  syncedArea: (area: string) => `Successfully synced ${area} from ${ERP_NAME}`,
  syncedAll: 'All sync operations completed successfully',
  syncUnderWay: 'Sync in progress',
  syncDone: 'Synced',
  syncFailed: (reason: string) => `Sync failed: ${reason}`,
} as const
