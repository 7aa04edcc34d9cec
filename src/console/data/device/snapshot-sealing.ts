/**
 * Encrypts stored content with the session's key and binds it to its record
 * (decisions/console/offline.md).
 */
import type { Content, PartContent } from '#console/data/device/device-record.ts'
import { importCacheKey, openText, seal, sealText, unseal } from '#console/data/device/sealing.ts'
import { readSession } from '#console/session/session.ts'

/** The name a part is bound to, so that it cannot be swapped for another. */
export function partName(id: string, base: string, number: number): string {
  return `${id}|${base}|${String(number)}`
}

/** The key of the session, imported once: a list has dozens of parts. */
let imported: { readonly of: string; readonly key: Promise<CryptoKey | null> } | undefined

/** Forgets the key when its session ends. */
export function forgetKey(): void {
  imported = undefined
}

function keyOf(cacheKey: string): Promise<CryptoKey | null> {
  if (imported?.of !== cacheKey) imported = { of: cacheKey, key: importCacheKey(cacheKey) }
  return imported.key
}

/** A value in stored form: plain text without a key; null if the session's key is unusable. */
export async function sealContent(bound: string, value: object): Promise<Content | null> {
  const { cacheKey } = readSession()
  const text = JSON.stringify(value)
  if (cacheKey === null) return text
  const key = await keyOf(cacheKey)
  return key === null ? null : sealText(key, bound, text)
}

/** The decrypted value, or undefined if it cannot be decrypted or parsed. */
export async function openContent(bound: string, content: Content): Promise<unknown> {
  try {
    const { cacheKey } = readSession()
    const key = cacheKey === null ? null : await keyOf(cacheKey)
    if (typeof content !== 'string' && key === null) return undefined
    const text =
      typeof content === 'string' ? content : key && (await openText(key, bound, content))
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The bytes of a part in stored form: as they are without a key; null if the session's key is unusable. */
export async function sealPart(
  bound: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<PartContent | null> {
  const { cacheKey } = readSession()
  if (cacheKey === null) return bytes
  const key = await keyOf(cacheKey)
  return key === null ? null : seal(key, bound, bytes)
}

/** The bytes of a part. They are proven if they were decrypted. */
export interface OpenedPart {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly isProven: boolean
}

/** The decrypted bytes of a part, or undefined if they cannot be decrypted or are none. */
export async function openPart(
  bound: string,
  content: PartContent,
): Promise<OpenedPart | undefined> {
  try {
    if (!('iv' in content)) return { bytes: content, isProven: false }
    const { cacheKey } = readSession()
    const key = cacheKey === null ? null : await keyOf(cacheKey)
    return key === null ? undefined : { bytes: await unseal(key, bound, content), isProven: true }
  } catch {
    return undefined
  }
}
