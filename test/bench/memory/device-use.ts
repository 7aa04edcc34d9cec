/** What the console keeps on the device, in MB. */
import type { BrowserContext } from 'playwright-core'

export interface DeviceUse {
  /** As the browser counts the databases, with what it has not cleaned up yet. */
  readonly estimate: number
  /** The contents of all records. */
  readonly records: number
}

/** Looks from a page of its own, so that the page under test has no copy of the records. */
export async function deviceUse(context: BrowserContext, address: string): Promise<DeviceUse> {
  const page = await context.newPage()
  // A page of the console that runs no script.
  await page.goto(`${address}/icons/icon.svg`)
  const bytes = await page.evaluate(readUse)
  await page.close()
  return { estimate: bytes.estimate / 2 ** 20, records: bytes.records / 2 ** 20 }
}

/** Runs in the page. */
async function readUse(): Promise<{ estimate: number; records: number }> {
  const sizeOf = (value: unknown): number => {
    if (typeof value === 'string') return value.length
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength
    if (value instanceof Blob) return value.size
    if (typeof value !== 'object' || value === null) return 8
    return Object.values(value).reduce((sum: number, each) => sum + sizeOf(each), 0)
  }
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('The device cannot be read'))
    })
  let records = 0
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined) continue
    const database = await done(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      const all = database.transaction(store).objectStore(store)
      for (const key of await done(all.getAllKeys()))
        records += sizeOf(await done(database.transaction(store).objectStore(store).get(key)))
    }
    database.close()
  }
  // Chromium says how much of it the databases are.
  const { usage = 0, usageDetails }: StorageEstimate & { usageDetails?: { indexedDB?: number } } =
    await navigator.storage.estimate()
  return { estimate: usageDetails?.indexedDB ?? usage, records }
}
