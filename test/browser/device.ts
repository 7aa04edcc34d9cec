/** What lies on the device, as a story can see it. */
import type { Page } from 'playwright-core'

/** The collections that are kept, whoever they belong to. */
export function keptCollections(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('dockside')
        opening.onerror = () => reject(new Error('The device store cannot be opened'))
        opening.onsuccess = () => {
          const keys = opening.result.transaction('snapshots').objectStore('snapshots').getAllKeys()
          keys.onsuccess = () => {
            opening.result.close()
            resolve(
              keys.result.map((key) => (typeof key === 'string' ? key.split('|')[1] : '') ?? ''),
            )
          }
        }
      }),
  )
}
