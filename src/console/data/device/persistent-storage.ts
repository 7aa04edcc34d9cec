/** Asks the browser to keep what lies on the device (decisions/console/offline.md). */

let isAsked = false

/** Asks once while the page is open; a browser may say no, and the console works all the same. */
export async function requestPersistentStorage(): Promise<void> {
  if (isAsked || !('storage' in navigator) || !('persist' in navigator.storage)) return
  isAsked = true
  await navigator.storage.persist().catch(() => false)
}
