import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { explainLogin, faults } from '#contract/faults.ts'
import { Fault, faultFacts } from '#console/data/api/fault.ts'
import { unmaskFault } from '#console/data/api/cors-masked-errors.ts'
import { configured } from '#test/support/console/console-config.ts'
import { fakeApi } from '#test/support/console/calls/fake-api.ts'

const api = fakeApi()
const noAnswer = new Fault({ kind: 'network' })

afterEach(() => {
  vi.restoreAllMocks()
})

/** The login's message for a call without an answer. */
async function said(silence?: 'network'): Promise<string> {
  return explainLogin(faultFacts(await unmaskFault(noAnswer, silence)), false)
}

/** A server that answers calls, or does not answer at all. */
function answersAt(address: string, answer: () => Response): void {
  api.use(
    http.get(`${address}/data_locations`, answer),
    http.get(`${address}/admin/profile`, answer),
  )
}

describe('a call without an answer', () => {
  const elsewhere = 'https://wms.example.com'

  test('an unanswered call to another origin that answers other calls is a server fault', async () => {
    await configured(api, { apiBase: elsewhere })
    answersAt(elsewhere, () => HttpResponse.json({ detail: 'Not Found' }, { status: 404 }))
    expect(await said()).toBe(faults.login.serverError)
  })

  test('an unanswered call remains unanswered where the specification has a message for that', async () => {
    await configured(api, { apiBase: elsewhere })
    answersAt(elsewhere, () => HttpResponse.json({ detail: 'Not Found' }, { status: 404 }))
    expect(await said('network')).toBe(faults.login.network)
  })

  test('an unanswered call to a server that answers nothing is a connection fault', async () => {
    await configured(api, { apiBase: elsewhere })
    answersAt(elsewhere, () => HttpResponse.error())
    expect(await said()).toBe(faults.login.network)
  })

  test('an unanswered call without a network, or to the own origin, is not investigated', async () => {
    expect(await said()).toBe(faults.login.network)
    await configured(api, { apiBase: elsewhere })
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(await said()).toBe(faults.login.network)
  })
})

describe('a call answered by a page', () => {
  const page = (status: number) => new Fault({ kind: 'network', status })
  const behind = async (status: number) => faultFacts(await unmaskFault(page(status)))

  test('a call answered by a page was refused or unreadable if the server answers others', async () => {
    api.use(http.get('/api/data_locations', () => HttpResponse.json([])))
    expect(await behind(404)).toMatchObject({ kind: 'http', status: 404 })
    expect(await behind(502)).toMatchObject({ kind: 'http', status: 502 })
    expect(await behind(200)).toMatchObject({ kind: 'shape', status: 200 })
    // A page says nothing about access rights.
    expect(await behind(401)).toMatchObject({ kind: 'network', status: 401 })
  })

  test('a call answered by a page was not answered if pages answer all calls', async () => {
    answersAt('/api', () => HttpResponse.html('<h1>Sign in</h1>'))
    for (const status of [200, 401, 404, 502]) {
      expect(await behind(status)).toMatchObject({ kind: 'network', status })
    }
  })
})

test('a refusal is not changed', async () => {
  const refused = new Fault({ kind: 'http', status: 401 })
  expect(await unmaskFault(refused)).toBe(refused)
})
