/** The texts of the app on a device: its connection, storage, updates and installation. */
import { PRODUCT_NAME } from '#contract/constants.ts'

export const deviceTexts = {
  offline: 'Offline: showing what this device has kept.',
  offlineNothingKept: 'Offline: no connection to the server.',
  offlineReason: 'This needs a connection to the server.',
  rowsKept: 'The rows shown are the last ones received.',
  lastAttempt: 'Last attempt',
  noConnection: 'no connection to the server',
  unreadableAnswer: 'the answer could not be read',
  serverFault: 'the server reported an error',
  loading: 'Loading',
  syncing: 'Syncing...',
  newVersion: 'A new version is available',
  reload: 'Reload',
  partMissing: 'This part of the console has not arrived. Please check the connection.',
  dialogMissing: 'Not loaded',
  storageRemoved:
    'This device has removed the rows it kept for working offline. They are being fetched again.',
  installTitle: `Install ${PRODUCT_NAME} on this tablet`,
  installByShare:
    "Tap Share, then 'Add to Home Screen'. The app opens full screen and without a network. It has a sign-in of its own.",
  installByMenu:
    "Open the menu of the browser and tap 'Install app' or 'Add to Home screen'. The app opens full screen and without a network.",
  install: 'Install',
  notNow: 'Not now',
  cacheUnavailable:
    'This device cannot keep data for working offline. Everything else works as usual.',
  deviceFull:
    "This device is out of storage, so some lists aren't saved for working offline. Everything else works as usual.",
} as const
