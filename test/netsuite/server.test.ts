import { describe, expect, test } from 'vitest'
import { GOVERNANCE_PATH, SUITEQL_PATH } from '#test/netsuite/call.ts'
import { sandboxCredentials } from '#test/netsuite/auth/credentials.ts'
import { createFaults } from '#test/netsuite/faults.ts'
import { startNetSuite } from '#test/netsuite/server.ts'
import { NOW, query, readError, send, sendQuery } from '#test/netsuite/support/client.ts'
import { running } from '#test/netsuite/support/running.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import { freePort } from '#test/support/server/free-port.ts'

const BINS = 'SELECT id FROM bin ORDER BY id'

describe('the login', () => {
  test('a wrong login is refused in the shape of NetSuite, and the audit trail has the reason', async () => {
    const credentials = { ...sandboxCredentials, tokenSecret: 'wrong' }
    const netSuite = await running()
    const response = await sendQuery({ ...netSuite, credentials }, BINS)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toContain('token_rejected')
    expect(await response.json()).toEqual({
      type: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.2',
      title: 'Unauthorized',
      status: 401,
      'o:errorDetails': [
        {
          detail: expect.stringMatching(/^Invalid login attempt\. For more details, see the Login/),
          'o:errorCode': 'INVALID_LOGIN',
        },
      ],
    })
    expect(netSuite.requests.log).toMatchObject([
      { status: 401, refusal: 'signature does not match', query: BINS },
    ])
  })

  test('every path needs a login', async () => {
    const { url } = await running()
    for (const path of [SUITEQL_PATH, GOVERNANCE_PATH, '/services/rest/record/v1/x/eid:1', '/']) {
      expect(await readError(await fetch(`${url}${path}`))).toEqual({
        status: 401,
        code: 'INVALID_LOGIN',
      })
    }
  })

  test('a request that is replayed is refused', async () => {
    const netSuite = await running()
    expect((await sendQuery(netSuite, BINS, '', { nonce: 'same-nonce' })).status).toBe(200)
    const again = await sendQuery(netSuite, BINS, '', { nonce: 'same-nonce' })
    expect(await readError(again)).toEqual({ status: 401, code: 'INVALID_LOGIN_ATTEMPT' })
  })

  test('a login is refused when the clocks are more than five minutes apart', async () => {
    let now = NOW
    const netSuite = await running({ now: () => now })
    now += 300_000
    expect((await sendQuery(netSuite, BINS)).status).toBe(200)
    now += 1000
    expect((await sendQuery(netSuite, BINS)).status).toBe(401)
  })
})

describe('other calls', () => {
  test('the governance limits include the concurrency limit', async () => {
    const netSuite = await running({ faults: createFaults({ concurrencyLimit: 15 }) })
    expect(await (await send(netSuite, GOVERNANCE_PATH)).json()).toMatchObject({
      accountConcurrencyLimit: 15,
      accountUnallocatedConcurrencyLimit: 15,
      integrationLimitType: 'accountLimit',
    })
  })

  test.each([
    ['GET', '/services/rest/nowhere', 404, 'NONEXISTENT_ID'],
    ['GET', SUITEQL_PATH, 405, 'INVALID_METHOD'],
    ['POST', GOVERNANCE_PATH, 405, 'INVALID_METHOD'],
    ['GET', '/services/rest/record/v1/bintransfer/eid:1', 405, 'INVALID_METHOD'],
    ['PUT', '/services/rest/record/v1/bin/eid:1', 404, 'NONEXISTENT_RECORD_TYPE'],
    ['PUT', '/services/rest/record/v1/toString/eid:1', 404, 'NONEXISTENT_RECORD_TYPE'],
  ])('the call %s %s is refused', async (method, path, status, code) => {
    const response = await send(await running(), path, { method })
    expect(await readError(response)).toEqual({ status, code })
  })
})

describe('the counters', () => {
  test('the counters have totals, requests by table, and the last requests', async () => {
    const netSuite = await running()
    await query(netSuite, BINS, '?limit=2&offset=0')
    await query(netSuite, 'SELECT COUNT(*) AS n FROM transaction t JOIN item i ON i.id = t.id')
    await send(netSuite, GOVERNANCE_PATH)
    const { requests } = netSuite
    expect(requests).toMatchObject({ total: 3, underWay: 0, peak: 1 })
    expect(requests.byName).toEqual({ bin: 1, transaction: 1, item: 1 })
    expect(requests.log[0]).toEqual({
      method: 'POST',
      path: `${SUITEQL_PATH}?limit=2&offset=0`,
      query: BINS,
      names: ['bin'],
      status: 200,
      refusal: null,
      fault: null,
    })
    requests.reset()
    expect(requests).toMatchObject({ total: 0, peak: 0, byName: {}, log: [] })
  })

  test('consecutive requests on one connection never count as concurrent', async () => {
    const netSuite = await running()
    for (let turn = 0; turn < 50; turn += 1) await query(netSuite, BINS)
    expect(netSuite.requests).toMatchObject({ total: 50, peak: 1 })
  })
})

describe('the concurrency limit', () => {
  test('requests above the limit are refused, and the peak is recorded', async () => {
    const faults = createFaults({ concurrencyLimit: 3 })
    const netSuite = await running({ faults })
    const release = faults.hold()
    const asked = Promise.all([1, 2, 3, 4, 5].map(() => sendQuery(netSuite, BINS)))
    // The refused requests are answered while the others are held.
    await expect.poll(() => netSuite.requests.log).toHaveLength(2)
    release()
    const answers = await asked
    const refused = answers.filter((answer) => answer.status !== 200)
    expect(refused).toHaveLength(2)
    for (const answer of refused) {
      expect(await readError(answer)).toEqual({ status: 429, code: 'CONCURRENCY_LIMIT_EXCEEDED' })
    }
    expect((await sendQuery(netSuite, BINS)).status).toBe(200)
    expect(netSuite.requests.peak).toBeGreaterThan(3)
  })
})

describe('closing', () => {
  test('closing ends delayed answers and frees the port', async () => {
    const faults = createFaults({ latencyMs: 60_000 })
    const options = { credentials: sandboxCredentials, warehouse: smallWarehouse(), now: () => NOW }
    const netSuite = await startNetSuite({ ...options, faults, port: await freePort() })
    const outcome = sendQuery(netSuite, BINS).then(
      () => 'answered',
      () => 'ended',
    )
    await expect.poll(() => netSuite.requests.underWay).toBe(1)
    await netSuite.close()
    expect(await outcome).toBe('ended')
    const again = await startNetSuite({ ...options, port: Number(new URL(netSuite.url).port) })
    expect(again.url).toBe(netSuite.url)
    await again.close()
  })

  test('a port that is in use is an error for the caller', async () => {
    const { url, credentials, warehouse } = await running()
    const port = Number(new URL(url).port)
    await expect(startNetSuite({ credentials, warehouse, port })).rejects.toThrow('EADDRINUSE')
  })
})
