/** Files that are fetched at first use and stay on the device. */
import { fetchFile } from '#console/data/api/host/console-host.ts'

const CACHE_NAME = 'code-reader'

/**
 * The content of a file of this console, from the device once it has been used. The service worker does not fetch it
 * ahead, because most devices never use it. An older version of the file is dropped.
 * @param address its name carries a digest of its content, so it never changes
 * @param take what to do with the content; the file is kept only if that succeeds, because a captive portal answers with
 * its own page
 * @throws if the file is neither on the device nor on the network
 */
export async function withKeptFile<T>(
  address: string,
  take: (content: ArrayBuffer) => Promise<T>,
): Promise<T> {
  // Not every context has a cache, a page without TLS for one.
  const cache = 'caches' in globalThis ? await caches.open(CACHE_NAME) : null
  const kept = await cache?.match(address)
  if (kept) return take(await kept.arrayBuffer())
  const fetched = await fetchFile(address)
  const taken = await take(await fetched.clone().arrayBuffer())
  for (const old of (await cache?.keys()) ?? []) await cache?.delete(old)
  // A device without room reads codes too.
  await cache?.put(address, fetched).catch(() => undefined)
  return taken
}
