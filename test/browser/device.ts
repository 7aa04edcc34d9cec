/** What lies on the device, as a story can see it. */
import type { Page } from 'playwright-core'

/** The collections that are kept, whoever they belong to. */
export async function keptCollections(page: Page): Promise<string[]> {
  return (await keptRecords(page)).map(({ collection }) => collection)
}

/** Names the rows of a collection that are kept, or null where there are none; other rows have another name. */
export async function keptVersion(page: Page, collection: string): Promise<string | null> {
  const records = await keptRecords(page)
  return records.find((record) => record.collection === collection)?.version ?? null
}

function keptRecords(page: Page): Promise<{ collection: string; version: string }[]> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('dockside')
        opening.onerror = () => reject(new Error('The device store cannot be opened'))
        opening.onsuccess = () => {
          const all = opening.result.transaction('snapshots').objectStore('snapshots').getAll()
          all.onsuccess = () => {
            opening.result.close()
            const records: { collection: string; version: string }[] = all.result
            resolve(records.map(({ collection, version }) => ({ collection, version })))
          }
        }
      }),
  )
}
