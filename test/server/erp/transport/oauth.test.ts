import { describe, expect, test } from 'vitest'
import { oauth1Signer, percentEncode, realmOf } from '#server/erp/transport/oauth.ts'

const HOST = 'https://1234567-sb1.suitetalk.api.netsuite.com'
const signer = oauth1Signer(
  {
    accountId: '1234567-sb1',
    consumerKey: 'ck-1',
    consumerSecret: 'cs-1',
    tokenId: 'tk-1',
    tokenSecret: 'ts-1',
  },
  { now: () => 1_700_000_000_999, nonce: () => 'abcdefghij0123456789' },
)

async function authorization(method: string, url: string): Promise<string> {
  return (await signer.sign({ method, url }))['Authorization'] ?? ''
}

describe('the signature of a request to NetSuite', () => {
  // erp.md section 3: computed twice, by separate code and by oauthlib 4.0.0.
  test.each([
    [
      'a page of a query',
      'POST',
      '/services/rest/query/v1/suiteql?limit=1000&offset=2000',
      'FIUJanAp40ElLa4ZCWh4+XvVmDQQ3lcW36wSxJNY4J4=',
    ],
    [
      'a record without a query string',
      'POST',
      '/services/rest/record/v1/inventoryadjustment',
      'GJLtHS9mfI7sttqWnNlISRWGz2nVV6IRzuAC/ztZ5ow=',
    ],
    [
      'a query string with quotes, spaces and brackets',
      'GET',
      '/services/rest/record/v1/bin?q=binNumber%20IS%20%22A-01%20(x)%22&limit=5',
      'VcNWQHEhyCy1/35Kq2rteTjMMxmm4FX+d3jXlt8jU28=',
    ],
  ])('the signature is the published one for %s', async (_what, method, path, signature) => {
    const header = await authorization(method, `${HOST}${path}`)
    expect(header).toContain(`oauth_signature="${encodeURIComponent(signature)}"`)
  })

  test('the header has the account as its realm and every parameter of token-based authentication', async () => {
    const header = await authorization('GET', `${HOST}/services/rest/record/v1/bin`)
    expect(header).toMatch(/^OAuth realm="1234567_SB1", /)
    expect(header).toContain('oauth_consumer_key="ck-1"')
    expect(header).toContain('oauth_token="tk-1"')
    expect(header).toContain('oauth_signature_method="HMAC-SHA256"')
    expect(header).toContain('oauth_timestamp="1700000000"')
    expect(header).toContain('oauth_nonce="abcdefghij0123456789"')
    expect(header).toContain('oauth_version="1.0"')
  })

  test('parameters of the same name are sorted by value', async () => {
    const path = '/services/rest/record/v1/bin'
    expect(await authorization('GET', `${HOST}${path}?a=2&a=1`)).toBe(
      await authorization('GET', `${HOST}${path}?a=1&a=2`),
    )
  })
})

test.each([
  ['1234567', '1234567'],
  ['1234567-sb1', '1234567_SB1'],
  ['1234567_SB1', '1234567_SB1'],
  [' tstdrv99 ', 'TSTDRV99'],
])('the account %j is %j in the realm', (accountId, realm) => {
  expect(realmOf(accountId)).toBe(realm)
})

test('all characters except the unreserved ones are percent-encoded', () => {
  expect(percentEncode("az AZ-._~09!'()*&=/é")).toBe('az%20AZ-._~09%21%27%28%29%2A%26%3D%2F%C3%A9')
})
