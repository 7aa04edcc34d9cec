/** The data stored on the device. */
import type { Page } from 'playwright-core'

/** The collections that have a snapshot, of any account. */
export async function keptCollections(page: Page): Promise<string[]> {
  return (await keptRecords(page)).map(({ collection }) => collection)
}

/** The collections with all their rows on the device: the first rows of a long list are stored before the others. */
export async function wholeCollections(page: Page): Promise<string[]> {
  return (await keptRecords(page)).flatMap(({ collection, isFirstOnly }) =>
    isFirstOnly ? [] : [collection],
  )
}

/** An identifier of a collection's snapshot, or null without one; it changes with the rows. */
export async function keptVersion(page: Page, collection: string): Promise<string | null> {
  const records = await keptRecords(page)
  return records.find((record) => record.collection === collection)?.version ?? null
}

/** All stored rows as one binary string to search in. */
export async function keptBytes(page: Page): Promise<string> {
  return (await keptRecords(page)).map(({ bytes }) => bytes).join('\n')
}

interface KeptRecord {
  readonly collection: string
  readonly version: string
  readonly isFirstOnly: boolean
  readonly bytes: string
}

function keptRecords(page: Page): Promise<KeptRecord[]> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('dockside')
        opening.onerror = () => reject(new Error('The device store cannot be opened'))
        // The console has not created its store yet, and opening it here must not create an empty one.
        opening.onupgradeneeded = () => {
          opening.onerror = () => resolve([])
          opening.transaction?.abort()
        }
        opening.onsuccess = () => {
          const all = opening.result.transaction('snapshots').objectStore('snapshots').getAll()
          all.onsuccess = () => {
            opening.result.close()
            const records: {
              collection: string
              version: string
              isFirstOnly?: true
              content: { data: ArrayBuffer } | string
            }[] = all.result
            resolve(
              records.map(({ collection, version, isFirstOnly, content }) => ({
                collection,
                version,
                isFirstOnly: isFirstOnly ?? false,
                bytes:
                  typeof content === 'string'
                    ? content
                    : new TextDecoder('latin1').decode(content.data),
              })),
            )
          }
        }
      }),
  )
}
