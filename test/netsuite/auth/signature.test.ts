import { describe, expect, test } from 'vitest'
import { sandboxCredentials } from '#test/netsuite/auth/credentials.ts'
import { percentEncode } from '#test/netsuite/auth/percent.ts'
import { signatureFault } from '#test/netsuite/auth/signature.ts'
import type { SignedRequest } from '#test/netsuite/auth/signature.ts'

const HOST = 'https://1234567-sb1.suitetalk.api.netsuite.com'
const RECORD = '/services/rest/record/v1'

/** Computed by two other implementations (erp.md section 3). */
const VECTORS = [
  {
    method: 'POST',
    url: `${HOST}/services/rest/query/v1/suiteql?limit=1000&offset=2000`,
    signature: 'FIUJanAp40ElLa4ZCWh4+XvVmDQQ3lcW36wSxJNY4J4=',
  },
  {
    method: 'POST',
    url: `${HOST}${RECORD}/inventoryadjustment`,
    signature: 'GJLtHS9mfI7sttqWnNlISRWGz2nVV6IRzuAC/ztZ5ow=',
  },
  {
    method: 'GET',
    url: `${HOST}${RECORD}/bin?q=binNumber%20IS%20%22A-01%20(x)%22&limit=5`,
    signature: 'VcNWQHEhyCy1/35Kq2rteTjMMxmm4FX+d3jXlt8jU28=',
  },
] as const

const GIVEN = {
  realm: '1234567_SB1',
  oauth_consumer_key: 'ck-1',
  oauth_token: 'tk-1',
  oauth_signature_method: 'HMAC-SHA256',
  oauth_timestamp: '1700000000',
  oauth_nonce: 'abcdefghij0123456789',
  oauth_version: '1.0',
}

function header(parameters: Record<string, string>): string {
  const pairs = Object.entries(parameters).map(
    ([name, value]) => `${name}="${percentEncode(value)}"`,
  )
  return `OAuth ${pairs.join(', ')}`
}

function check(
  request: SignedRequest,
  now = 1_700_000_000_000,
  usedNonces = new Set<string>(),
): string | null {
  return signatureFault(request, { credentials: sandboxCredentials, now, usedNonces })
}

function signed(index: 0 | 1 | 2, changes: Record<string, string> = {}): SignedRequest {
  const { method, url, signature } = VECTORS[index]
  const authorization = header({ ...GIVEN, oauth_signature: signature, ...changes })
  return { method, url, authorization }
}

describe('the published test vectors', () => {
  test.each([0, 1, 2] as const)('the published vector %i is accepted', (index) => {
    expect(check(signed(index))).toBeNull()
  })

  test.each([
    ['realm', '1234567-sb1'],
    ['oauth_consumer_key', 'ck-2'],
    ['oauth_token', 'tk-2'],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', '1700000001'],
    ['oauth_nonce', 'abcdefghij0123456788'],
    ['oauth_version', '2.0'],
    ['oauth_signature', 'GJLtHS9mfI7sttqWnNlISRWGz2nVV6IRzuAC/ztZ5ow='],
    ['oauth_signature', ''],
  ])('no published vector is accepted with another %s', (name, value) => {
    for (const index of [0, 2] as const) {
      expect(check(signed(index, { [name]: value }))).not.toBeNull()
    }
  })

  test.each(['consumerSecret', 'tokenSecret', 'accountId', 'consumerKey', 'tokenId'] as const)(
    'no published vector is accepted by an account with another %s',
    (name) => {
      const credentials = { ...sandboxCredentials, [name]: 'other' }
      const against = { credentials, now: 1_700_000_000_000, usedNonces: new Set<string>() }
      for (const index of [0, 1, 2] as const) {
        expect(signatureFault(signed(index), against)).not.toBeNull()
      }
    },
  )

  test.each([
    ['another method', { method: 'PUT' }],
    ['another host', { url: VECTORS[0].url.replace('sb1', 'sb2') }],
    ['another scheme', { url: VECTORS[0].url.replace('https', 'http') }],
    ['another path', { url: VECTORS[0].url.replace('suiteql', 'suiteQl') }],
    ['another limit', { url: VECTORS[0].url.replace('1000', '100') }],
    ['another offset', { url: VECTORS[0].url.replace('2000', '3000') }],
    ['one parameter less', { url: VECTORS[0].url.replace('&offset=2000', '') }],
    ['one parameter more', { url: `${VECTORS[0].url}&q=1` }],
  ])('a published vector is refused with %s', (_, change) => {
    expect(check({ ...signed(0), ...change })).toBe('signature does not match')
  })
})

describe('the request line', () => {
  test.each([
    ['upper case in scheme and host', { url: VECTORS[0].url.replace(HOST, HOST.toUpperCase()) }],
    ['the port that the scheme implies', { url: VECTORS[0].url.replace('.com/', '.com:443/') }],
    ['a method in lower case', { method: 'post' }],
    [
      'the parameters in another order',
      { url: `${VECTORS[0].url.split('?')[0]}?offset=2000&limit=1000` },
    ],
  ])('%s makes no difference to the signature', (_, change) => {
    expect(check({ ...signed(0), ...change })).toBeNull()
  })

  test('the signature covers a port that the scheme does not imply', () => {
    const url = VECTORS[0].url.replace('.com/', '.com:8443/')
    expect(check({ ...signed(0), url })).toBe('signature does not match')
  })
})

describe('the clock', () => {
  test.each([
    [-300, null],
    [300, null],
    [-301, 'timestamp is too far from the clock'],
    [301, 'timestamp is too far from the clock'],
  ])('a clock that is %i s off leads to: %s', (seconds, fault) => {
    expect(check(signed(0), (1_700_000_000 + seconds) * 1000)).toBe(fault)
  })

  test('a timestamp that is not a number is refused', () => {
    expect(check(signed(0, { oauth_timestamp: '1.7e9' }))).toBe('timestamp is not a number')
  })
})

describe('the nonce', () => {
  test('a nonce is accepted once, even when it signs another request', () => {
    const used = new Set<string>()
    expect(check(signed(0), undefined, used)).toBeNull()
    expect(check(signed(1), undefined, used)).toBe('nonce was used before')
  })

  test('a wrong signature does not use up the nonce', () => {
    const used = new Set<string>()
    expect(check({ ...signed(0), method: 'PUT' }, undefined, used)).not.toBeNull()
    expect(check(signed(0), undefined, used)).toBeNull()
  })

  test.each([
    ['abcde', 'nonce length is not 6 to 64'],
    ['abcdef', 'signature does not match'],
    ['a'.repeat(64), 'signature does not match'],
    ['a'.repeat(65), 'nonce length is not 6 to 64'],
  ])('a nonce of %s leads to: %s', (nonce, fault) => {
    expect(check(signed(0, { oauth_nonce: nonce }))).toBe(fault)
  })
})

describe('the header', () => {
  const { oauth_nonce: _, ...withoutNonce } = GIVEN
  test.each([
    [undefined, 'no authorization header'],
    ['Bearer abc', 'scheme is not OAuth'],
    ['OAuth realm', 'header cannot be read'],
    [header(withoutNonce), 'oauth_nonce is missing'],
    [header(GIVEN), 'oauth_signature is missing'],
    [`${header(GIVEN)}, realm="1234567_SB1"`, 'realm is given twice'],
    [header({ ...GIVEN, oauth_body_hash: 'x' }), 'oauth_body_hash is not expected'],
  ])('the header %s is refused: %s', (authorization, fault) => {
    expect(check({ method: 'POST', url: VECTORS[0].url, authorization })).toBe(fault)
  })
})
