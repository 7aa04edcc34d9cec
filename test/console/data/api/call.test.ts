import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { STEP_UP_CODE } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import { pullEndpoint } from '#contract/sync/list-endpoints.ts'
import { call, sendCall } from '#console/data/api/call.ts'
import { fetchCollection } from '#console/data/api/fetch-collection.ts'
import { onSessionEnd, readSession, type EndReason } from '#console/session/session.ts'
import { onProofNeeded } from '#console/session/step-up.ts'
import { replaceToken } from '#console/session/steps.ts'
import { offering } from '#test/support/console/console-config.ts'
import { fakeApi } from '#test/support/console/calls/fake-api.ts'
import { firstFactorOnly, signedOut, signedIn } from '#test/support/console/session.ts'

const api = fakeApi()
const ends: EndReason[] = []
let stop = (): void => undefined

beforeEach(() => {
  signedOut()
  ends.length = 0
  stop = onSessionEnd(({ reason }) => void ends.push(reason))
})
afterEach(() => stop())

function answering(answer: () => Response | Promise<Response>): Request[] {
  const requests: Request[] = []
  api.use(
    http.all('/api/*', ({ request }) => {
      requests.push(request.clone())
      return answer()
    }),
  )
  return requests
}

const refusing = (status: number, detail: string) =>
  answering(() => HttpResponse.json({ detail }, { status }))

const ignored = (made: Promise<unknown>) => made.catch(() => undefined)

describe('a call that needs a fresh proof', () => {
  const needsProof = () =>
    answering(() => HttpResponse.json({ detail: 'Prove it', code: STEP_UP_CODE }, { status: 403 }))

  test('the proof of another admin who has signed in meanwhile is not asked for', async () => {
    offering('second-factor')
    signedIn({ username: 'ada', token: 'of-ada' })
    let asked = 0
    onTestFinished(onProofNeeded(async () => (asked += 1) > 0))
    const requests = needsProof()
    const made = ignored(call(endpoints.deleteUser, { params: { userid: 'picker1' } }))
    signedIn({ username: 'kim', token: 'of-kim' })
    await made
    expect({ asked, sent: requests.length }).toEqual({ asked: 0, sent: 1 })
  })

  test('the call is not repeated in the name of another admin who has signed in during the question', async () => {
    offering('second-factor')
    signedIn({ username: 'ada', token: 'of-ada' })
    onTestFinished(
      onProofNeeded(async () => {
        signedIn({ username: 'kim', token: 'of-kim' })
        return true
      }),
    )
    const requests = needsProof()
    await ignored(call(endpoints.deleteUser, { params: { userid: 'picker1' } }))
    expect(requests).toHaveLength(1)
  })
})

describe('a call', () => {
  test('the login is sent form-encoded', async () => {
    const requests = answering(() => HttpResponse.json({ access_token: 't' }))
    const body = { username: 'ada', password: 'a&b=c d' }
    expect(await call(endpoints.login, { body })).toEqual({ access_token: 't' })
    const [request] = requests
    expect([request?.method, new URL(request?.url ?? '').pathname]).toEqual(['POST', '/api/token'])
    expect(request?.headers.get('content-type')).toBe('application/x-www-form-urlencoded')
    expect(await request?.text()).toBe('username=ada&password=a%26b%3Dc+d')
  })

  test('every other call sends JSON', async () => {
    const requests = answering(() => HttpResponse.json({ data: { is_super_admin: true } }))
    await call(endpoints.superAdminStatus, { body: { username: 'ada' } })
    expect(requests[0]?.headers.get('content-type')).toBe('application/json')
    expect(await requests[0]?.json()).toEqual({ username: 'ada' })
    await sendCall(endpoints.tokenRefresh, {})
    await call(endpoints.deleteAdmin, { params: { username: 'bob' } })
    for (const request of requests.slice(1)) {
      expect(request.headers.get('content-type')).toBe('application/json')
      expect(await request.text()).toBe('')
    }
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE'])
  })

  test('parameters are encoded into the path, whatever they contain', async () => {
    const requests = answering(() => new HttpResponse(null, { status: 204 }))
    await call(endpoints.deleteUser, { params: { userid: 'a/b $?' } })
    expect(requests[0]?.url).toBe('http://localhost:3000/api/wms-ai-users/delete/a%2Fb%20%24%3F')
  })

  test('a call whose answer has no body succeeds', async () => {
    answering(() => new HttpResponse(null, { status: 204 }))
    expect(await call(endpoints.deleteAdmin, { params: { username: 'bob' } })).toEqual({})
  })

  test('an answer without the required fields is a shape fault', async () => {
    answering(() => HttpResponse.json({ token: 'elsewhere' }))
    const made = call(endpoints.login, { body: { username: 'ada', password: 'x' } })
    await expect(made).rejects.toMatchObject({ kind: 'shape', status: 200 })
  })

  test('sendCall returns the status alone', async () => {
    answering(() => HttpResponse.json({ odd: true }, { status: 202 }))
    expect(await sendCall(endpoints.ownProfile, {})).toMatchObject({ status: 202 })
  })
})

describe('a 401', () => {
  const bins = () =>
    fetchCollection('bins', undefined, { urgency: 'behind', signal: new AbortController().signal })

  const endings: readonly [what: string, make: () => Promise<unknown>][] = [
    ['the own profile', () => call(endpoints.ownProfile, {})],
    ['a list', bins],
    ['a change', () => call(endpoints.deleteAdmin, { params: { username: 'bob' } })],
    ['a pull', () => call(pullEndpoint('bins'), {})],
  ]
  test.each(endings)('a 401 on %s ends the session', async (_what, make) => {
    signedIn({ token: 'abc' })
    refusing(401, 'Not authenticated')
    await expect(make()).rejects.toMatchObject({ status: 401 })
    expect(ends).toEqual(['refused'])
    expect(readSession().token).toBeNull()
  })

  test('several simultaneous 401s end the session once', async () => {
    signedIn()
    refusing(401, 'Not authenticated')
    await Promise.all([ignored(bins()), ignored(bins()), ignored(call(endpoints.ownProfile, {}))])
    expect(ends).toEqual(['refused'])
  })

  const credentials = { username: 'ada', password: 'x' }
  const code = { ...credentials, totp_code: '123456' }
  const exceptions: readonly [what: string, make: () => Promise<unknown>][] = [
    ['the login', () => call(endpoints.login, { body: credentials })],
    ['the code', () => call(endpoints.twoFactorLogin, { body: code })],
    ['the code after set-up', () => call(endpoints.twoFactorLoginAfterSetup, { body: code })],
    ['the status', () => call(endpoints.twoFactorStatus, { body: { username: 'ada' } })],
    ['the set-up', () => call(endpoints.twoFactorSetup, { body: credentials })],
    [
      'enabling',
      () => {
        const body = { username: 'ada', secret_key: 's', totp_code: '123456' }
        return call(endpoints.twoFactorEnable, { body })
      },
    ],
    ['the registration pre-check', () => sendCall(endpoints.ownProfile, { keepsSession: true })],
    ['the logout', () => call(endpoints.logout, {})],
  ]
  test.each(exceptions)(
    'a 401 on %s has a message of its own and does not end the session',
    async (_what, make) => {
      offering('logout')
      firstFactorOnly()
      refusing(401, 'Invalid')
      await expect(make()).rejects.toMatchObject({ status: 401 })
      expect(ends).toEqual([])
      expect(readSession().token).not.toBeNull()
    },
  )

  test('a 401 that reports a refusal by the ERP does not end the session', async () => {
    signedIn()
    refusing(401, 'NetSuite refused the token')
    await ignored(call(pullEndpoint('bins'), {}))
    expect(ends).toEqual([])
  })

  const ofErp: readonly unknown[] = [
    {
      detail:
        '401 Client Error: Unauthorized for url: https://1234567.suitetalk.api.netsuite.com/services/rest/query/v1/suiteql',
    },
    { detail: 'Failed to fetch items from netsuite: INVALID_LOGIN_ATTEMPT' },
    { detail: { error: { code: 'INVALID_LOGIN_ATTEMPT' } } },
    { detail: 'ERP refused the login', message: 'NetSuite says no' },
    [{ 'o:errorCode': 'INVALID_LOGIN' }],
    { detail: 'Invalid login attempt.' },
    { code: 'SESSION_TIMED_OUT' },
  ]
  test.each(ofErp)(
    'a 401 of a pull that passes on a refusal by the ERP keeps the session: %j',
    async (body) => {
      signedIn()
      answering(() => HttpResponse.json(body as object, { status: 401 }))
      await expect(call(pullEndpoint('items'), {})).rejects.toMatchObject({ status: 401 })
      expect(ends).toEqual([])
      expect(readSession().token).not.toBeNull()
    },
  )

  const ofSession: readonly unknown[] = [
    { detail: 'Token expired' },
    { detail: 'Could not validate credentials' },
    { detail: 'Not authenticated' },
    { status: 401, error: 'Unauthorized', path: '/netsuite/items' },
    { detail: 'Not authenticated', url: 'https://wms.example/api/netsuite/items?full=1' },
    {},
    null,
  ]
  test.each(ofSession)(
    'a 401 of a pull that refuses the session itself ends it: %j',
    async (body) => {
      signedIn()
      answering(() => HttpResponse.json(body as object, { status: 401 }))
      await ignored(call(pullEndpoint('items'), {}))
      expect(ends).toEqual(['refused'])
    },
  )

  test('a 401 of a pull with an empty body ends the session', async () => {
    signedIn()
    answering(() => new HttpResponse(null, { status: 401 }))
    await ignored(call(pullEndpoint('items'), {}))
    expect(ends).toEqual(['refused'])
  })

  test("a 401 on a captive portal's page does not end the session, for any call", async () => {
    signedIn()
    answering(() => HttpResponse.html('<h1>Sign in to the hotel</h1>', { status: 401 }))
    await ignored(call(endpoints.ownProfile, {}))
    await ignored(bins())
    expect(ends).toEqual([])
    expect(readSession().token).not.toBeNull()
  })

  test.each([
    ['nothing', () => new HttpResponse(null, { status: 401 })],
    ['a plain word', () => HttpResponse.text('Unauthorized', { status: 401 })],
    ['JSON of any form', () => HttpResponse.json({}, { status: 401 })],
  ])('a 401 of another server that says only %s ends the session', async (_what, answer) => {
    signedIn()
    answering(answer)
    await ignored(call(endpoints.ownProfile, {}))
    expect(ends).toEqual(['refused'])
  })

  test('a 401 without a session ends nothing', async () => {
    refusing(401, 'Not authenticated')
    await ignored(bins())
    expect(ends).toEqual([])
  })

  test('a 401 for a token that was replaced meanwhile does not end the session', async () => {
    signedIn({ token: 'old' })
    answering(() => {
      replaceToken({ token: 'new' }, Date.now())
      return HttpResponse.json({ detail: 'Not authenticated' }, { status: 401 })
    })
    await ignored(call(endpoints.ownProfile, {}))
    expect(ends).toEqual([])
    expect(readSession().token).toBe('new')
  })
})

describe('a 403', () => {
  test('a 403 that means not authenticated ends the session, as with older servers', async () => {
    signedIn()
    refusing(403, 'Not authenticated')
    await ignored(call(endpoints.ownProfile, {}))
    expect(ends).toEqual(['refused'])
  })

  test('a 403 that means not permitted does not end the session', async () => {
    signedIn()
    refusing(403, 'You may not do this')
    await ignored(call(endpoints.ownProfile, {}))
    expect(ends).toEqual([])
  })
})

test.each([500, 502, 503, 404, 429])('a %i does not end the session', async (status) => {
  signedIn()
  refusing(status, 'Not authenticated')
  await ignored(call(endpoints.ownProfile, {}))
  expect(ends).toEqual([])
})
