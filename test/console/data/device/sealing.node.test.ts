import { afterEach, describe, expect, test, vi } from 'vitest'
import { importCacheKey, openText, sealText } from '#console/data/device/sealing.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64')
const TEXT = '{"rows":[{"bin_number":"A-01 · größer"}]}'

async function keyOf(text: string): Promise<CryptoKey> {
  const key = await importCacheKey(text)
  if (key === null) throw new Error('the key was not taken')
  return key
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a sealed text', () => {
  test('an encrypted text is decrypted with the same key and name', async () => {
    const key = await keyOf(KEY)
    const sealed = await sealText(key, 'ada|bins', TEXT)
    expect(await openText(key, 'ada|bins', sealed)).toBe(TEXT)
  })

  test('an encrypted text shows nothing of its content', async () => {
    const sealed = await sealText(await keyOf(KEY), 'ada|bins', TEXT)
    expect(Buffer.from(sealed.data).toString('latin1')).not.toContain('A-01')
  })

  test('encrypting twice gives different results, because each has a fresh nonce', async () => {
    const key = await keyOf(KEY)
    const [first, second] = [await sealText(key, 'a', TEXT), await sealText(key, 'a', TEXT)]
    expect(first.iv).toHaveLength(12)
    expect(first.iv).not.toEqual(second.iv)
    expect(Buffer.from(first.data)).not.toEqual(Buffer.from(second.data))
  })

  test('a text cannot be decrypted with another key, another name or a changed byte', async () => {
    const key = await keyOf(KEY)
    const sealed = await sealText(key, 'ada|bins', TEXT)
    const closed = { name: 'OperationError' }
    const bytes = new Uint8Array(sealed.data.slice(0))
    bytes[3] = (bytes[3] ?? 0) ^ 1
    await expect(openText(await keyOf(OTHER_KEY), 'ada|bins', sealed)).rejects.toMatchObject(closed)
    await expect(openText(key, 'ada|items', sealed)).rejects.toMatchObject(closed)
    await expect(
      openText(key, 'ada|bins', { ...sealed, data: bytes.buffer }),
    ).rejects.toMatchObject(closed)
  })
})

describe('the key', () => {
  test('the key cannot be exported from the page', async () => {
    const key = await keyOf(KEY)
    expect(key.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow('not extractable')
  })

  test.each([
    ['not base64', 'not base64!'],
    ['of a wrong length', Buffer.alloc(7).toString('base64')],
    ['empty', ''],
  ])('there is no key if the server gave one that is %s', async (_what, text) => {
    expect(await importCacheKey(text)).toBeNull()
  })

  test('there is no key if the browser has no Web Crypto, as on a page without https', async () => {
    vi.stubGlobal('crypto', { getRandomValues: () => undefined })
    expect(await importCacheKey(KEY)).toBeNull()
    vi.stubGlobal('crypto', undefined)
    expect(await importCacheKey(KEY)).toBeNull()
  })
})
