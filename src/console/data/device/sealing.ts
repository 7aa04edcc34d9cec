/**
 * Encryption of the stored rows: AES-256-GCM under the admin's cache key
 * (decisions/console/offline.md).
 */

const IV_BYTES = 12

/** Ciphertext with its initialization vector. */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly data: ArrayBuffer
}

/**
 * The key for this session, not extractable; null if the browser has no Web Crypto (a page without
 * https) or the server gave no usable key.
 */
export async function importCacheKey(cacheKey: string): Promise<CryptoKey | null> {
  if (typeof crypto === 'undefined' || !('subtle' in crypto)) return null
  try {
    const bytes = Uint8Array.from(atob(cacheKey), (char) => char.charCodeAt(0))
    return await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  } catch {
    return null
  }
}

/** Encrypts bytes; `bound` names the record, so that one record cannot be swapped for another. */
export async function seal(
  key: CryptoKey,
  bound: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const data = await crypto.subtle.encrypt(parameters(iv, bound), key, bytes)
  return { iv, data }
}

/**
 * Decrypts bytes.
 * @throws if the key, the bound name or the bytes are not those used for encryption
 */
export async function unseal(
  key: CryptoKey,
  bound: string,
  sealed: Sealed,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.decrypt(parameters(sealed.iv, bound), key, sealed.data))
}

/** Encrypts a text. */
export function sealText(key: CryptoKey, bound: string, text: string): Promise<Sealed> {
  return seal(key, bound, encode(text))
}

/**
 * Decrypts a text.
 * @throws if the key, the bound name or the bytes are not those used for encryption
 */
export async function openText(key: CryptoKey, bound: string, sealed: Sealed): Promise<string> {
  return new TextDecoder().decode(await unseal(key, bound, sealed))
}

function parameters(iv: Uint8Array<ArrayBuffer>, bound: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: encode(bound) }
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text))
}
