/** The texts of the app on a device: its connection, storage, updates and installation. */
import { PRODUCT_NAME } from '#contract/constants.ts'

export const deviceTexts = {
  offline: "You're offline. Showing saved data.",
  offlineNothingKept: "You're offline, and this page has no saved data.",
  offlineReason: 'You need to be online for this.',
  rowsKept: 'Showing the last rows received.',
  lastAttempt: 'Last attempt',
  noConnection: 'no connection to the server',
  unreadableAnswer: 'the answer could not be read',
  serverFault: 'the server reported an error',
  loading: 'Loading',
  syncing: 'Syncing...',
  newVersion: 'A new version is available',
  reload: 'Reload',
  partMissing: "This page didn't load. Check your connection.",
  sectionMissing: "This part didn't load. Check your connection.",
  dialogMissing: 'Not loaded',
  storageRemoved: 'This device cleared its offline data. Loading it again.',
  installTitle: `Install ${PRODUCT_NAME} on this device`,
  installByShare:
    "Tap Share, then 'Add to Home Screen'. It opens full screen and works offline. You sign in to it separately.",
  installByMenu:
    "Open the browser menu and tap 'Install app' or 'Add to Home screen'. It opens full screen and works offline.",
  install: 'Install',
  notNow: 'Not now',
  cacheUnavailable: "This device can't save data for offline use. Everything else works.",
  deviceFull:
    "This device is out of storage, so some lists aren't saved for offline use. Everything else works.",
} as const
