/** What lies on the device of an admin: sealed with the key of the session, and bound to its place (decisions/console/offline.md). */
import type { Content } from '#console/data/device/device-store.ts'
import { importCacheKey, openText, sealText } from '#console/data/device/sealing.ts'
import { readSession } from '#console/session/session.ts'

/** What a part is bound to, so that no other can stand in for it. */
export function partName(id: string, base: string, number: number): string {
  return `${id}|${base}|${String(number)}`
}

/** A value as it lies on the device: as text without a key; null where the key of the session is none. */
export async function sealContent(bound: string, value: object): Promise<Content | null> {
  const { cacheKey } = readSession()
  const text = JSON.stringify(value)
  if (cacheKey === null) return text
  const key = await importCacheKey(cacheKey)
  return key === null ? null : sealText(key, bound, text)
}

/** What was sealed, or undefined where it cannot be opened or read. */
export async function openContent(bound: string, content: Content): Promise<unknown> {
  try {
    const { cacheKey } = readSession()
    const key = cacheKey === null ? null : await importCacheKey(cacheKey)
    if (typeof content !== 'string' && key === null) return undefined
    const text =
      typeof content === 'string' ? content : key && (await openText(key, bound, content))
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
