import type { LookupAddress, LookupAllOptions, lookup } from 'node:dns'
import { describe, expect, test } from 'vitest'
import {
  AddressRefused,
  assertAllowedAddress,
  isPublicAddress,
  publicLookup,
} from '#server/erp/transport/address.ts'

const NETSUITE = 'https://1234567-sb1.suitetalk.api.netsuite.com'

describe('the Base URL of ERP Setup', () => {
  test.each([
    [NETSUITE, []],
    [`${NETSUITE}/`, []],
    [` ${NETSUITE.toUpperCase()}:443/ `, []],
    ['https://erp.example.com', ['erp.example.com']],
    ['https://erp.example.com:8443', ['https://erp.example.com:8443']],
    ['http://127.0.0.1:9400', ['http://127.0.0.1:9400']],
    ['http://[::1]:9400', ['http://[::1]:9400']],
  ])('the Base URL may be %s when %j are allowed', (url, allowed) => {
    expect(assertAllowedAddress(url, allowed).url.href).toBe(new URL(url).href)
  })

  test.each([
    ['', []],
    ['1234567-sb1.suitetalk.api.netsuite.com', []],
    ['ftp://1234567.suitetalk.api.netsuite.com', []],
    ['file:///etc/passwd', []],
    ['http://1234567.suitetalk.api.netsuite.com', []],
    ['https://1234567.suitetalk.api.netsuite.com:8443', []],
    ['https://user@1234567.suitetalk.api.netsuite.com', []],
    ['https://user:secret@1234567.suitetalk.api.netsuite.com', []],
    ['https://netsuite.com@evil.example', []],
    ['https://evil.example\\.netsuite.com', []],
    ['https://evilnetsuite.com', []],
    ['https://netsuite.com.evil.example', []],
    ['https://1234567.suitetalk.api.netsuite.com.', []],
    ['https://1234567.suitetalk.api.netsuite.com/?q=1', []],
    ['https://1234567.suitetalk.api.netsuite.com/#x', []],
    ['https://erp.example.com', []],
    ['https://127.0.0.1', []],
    ['https://2130706433', []],
    ['https://0x7f.1', []],
    ['https://[::ffff:127.0.0.1]', []],
    ['https://169.254.169.254', []],
    ['http://erp.example.com', ['erp.example.com']],
    ['https://erp.example.com:8443', ['erp.example.com']],
    ['https://10.0.0.5', ['10.0.0.5']],
    ['https://[fd00::1]', ['[fd00::1]']],
    ['https://sub.erp.example.com', ['erp.example.com']],
    ['http://127.0.0.1:9401', ['http://127.0.0.1:9400']],
    ['https://127.0.0.1:9400', ['http://127.0.0.1:9400']],
    ['http://127.0.0.1', ['http://127.0.0.1:9400']],
    ['http://localhost:9400', ['http://127.0.0.1:9400']],
  ])('the Base URL may not be %j when %j are allowed', (url, allowed) => {
    expect(() => assertAllowedAddress(url, allowed)).toThrow(AddressRefused)
  })

  test.each(['https://.netsuite.com', 'https://1234567..netsuite.com', 'https://*.netsuite.com'])(
    "an address outside the vendor's domain is refused as such: %s",
    (url) => {
      const sentence = 'Base URL must lie under netsuite.com, such as '
      expect(() => assertAllowedAddress(url, [])).toThrow(sentence)
    },
  )

  test('an address is refused with a sentence that says what it must be', () => {
    expect(() => assertAllowedAddress('https://erp.example.com', [])).toThrow(
      /^Base URL must lie under netsuite\.com, such as .* ERP_ALLOWED_HOSTS .*\.$/,
    )
  })

  test('an address may be private only as an origin that the operator allows', () => {
    expect(assertAllowedAddress(NETSUITE, []).mayBePrivate).toBe(false)
    expect(assertAllowedAddress('https://erp.example.com', ['erp.example.com'])).toMatchObject({
      mayBePrivate: false,
    })
    expect(
      assertAllowedAddress('http://127.0.0.1:9400', ['http://127.0.0.1:9400']).mayBePrivate,
    ).toBe(true)
  })
})

describe('the host name of the Base URL', () => {
  test('a name resolves to its addresses if all of them are public', async () => {
    expect(await resolved(['8.8.8.8', '2001:4860:4860::8888'])).toBe('8.8.8.8')
  })

  test.each([
    ['127.0.0.1'],
    ['10.1.2.3'],
    ['172.31.0.1'],
    ['192.168.1.1'],
    ['169.254.169.254'],
    ['100.64.0.1'],
    ['0.0.0.0'],
    ['255.255.255.255'],
    ['::1'],
    ['::'],
    ['::ffff:127.0.0.1'],
    ['fe80::1'],
    ['fd00::1'],
    ['64:ff9b::7f00:1'],
    ['2002:7f00:1::'],
    ['2001:db8::1'],
    ['ff02::1'],
  ])('a name that resolves to %s is refused', async (address) => {
    expect(isPublicAddress(address)).toBe(false)
    await expect(resolved([address])).rejects.toThrow(AddressRefused)
  })

  test('a name is refused if one of several addresses is private', async () => {
    await expect(resolved(['8.8.8.8', '10.0.0.1'])).rejects.toThrow('private address')
  })

  test('a name without an address is refused', async () => {
    await expect(resolved([])).rejects.toThrow(AddressRefused)
  })
})

/** The address of a connection to a name that resolves to these. */
function resolved(addresses: readonly string[]): Promise<string> {
  const answers: LookupAddress[] = addresses.map((address) => ({
    address,
    family: address.includes(':') ? 6 : 4,
  }))
  const resolver = ((
    _name: string,
    _options: LookupAllOptions,
    callback: (error: null, found: LookupAddress[]) => void,
  ) => callback(null, answers)) as typeof lookup
  return new Promise((resolve, reject) => {
    publicLookup(resolver)('erp.netsuite.com', {}, (error, address) => {
      if (error) reject(error)
      else if (typeof address === 'string') resolve(address)
      else reject(new TypeError('one address was asked for'))
    })
  })
}
