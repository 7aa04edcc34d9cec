/** Asks the browser not to evict the stored rows (decisions/console/offline.md). */

let isAsked = false

/** Asks once per page load; the browser may refuse, and the console works either way. */
export async function requestPersistentStorage(): Promise<void> {
  if (isAsked || !('storage' in navigator) || !('persist' in navigator.storage)) return
  isAsked = true
  await navigator.storage.persist().catch(() => false)
}
