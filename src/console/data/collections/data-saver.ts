/** Background refresh on a device that saves data (decisions/console/offline.md). */

/** How much less often such a device refreshes in the background. */
const DATA_SAVER_FACTOR = 5

/** The time between two refreshes in the background, in ms: longer if the device asks to save data. */
export function refreshEveryMs(everyMs: number): number {
  return everyMs * (savesData() ? DATA_SAVER_FACTOR : 1)
}

/** Only Chromium reports this. */
function savesData(): boolean {
  const connection = 'connection' in navigator ? navigator.connection : null
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  )
}
