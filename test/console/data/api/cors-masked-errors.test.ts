import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { explainLogin, faults } from '#contract/faults.ts'
import { Fault, faultFacts } from '#console/data/api/fault.ts'
import { explainMaskedFault } from '#console/data/api/cors-masked-errors.ts'
import { configured } from '#test/support/console/console-config.ts'
import { fakeApi } from '#test/support/console/fake-api.ts'

const api = fakeApi()
const noAnswer = new Fault({ kind: 'network' })

afterEach(() => {
  vi.restoreAllMocks()
})

/** What the login says of a call without an answer. */
async function said(): Promise<string> {
  return explainLogin(faultFacts(await explainMaskedFault(noAnswer)), false)
}

/** A server that answers calls, or nothing at all. */
function answersAt(address: string, answer: () => Response): void {
  api.use(http.get(`${address}/data_locations`, answer))
}

describe('a call without an answer', () => {
  const elsewhere = 'https://wms.example.com'

  test('to a server elsewhere that answers other calls is a fault of that server', async () => {
    await configured(api, { apiBase: elsewhere })
    answersAt(elsewhere, () => HttpResponse.json({ detail: 'Not Found' }, { status: 404 }))
    expect(await said()).toBe(faults.login.serverError)
  })

  test('to one that answers nothing is a matter of the connection', async () => {
    await configured(api, { apiBase: elsewhere })
    answersAt(elsewhere, () => HttpResponse.error())
    expect(await said()).toBe(faults.login.network)
  })

  test('of a device without a network, or to its own server, is not asked about', async () => {
    expect(await said()).toBe(faults.login.network)
    await configured(api, { apiBase: elsewhere })
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(await said()).toBe(faults.login.network)
  })
})

describe('a call that a page answered', () => {
  const page = (status: number) => new Fault({ kind: 'network', status })
  const behind = async (status: number) => faultFacts(await explainMaskedFault(page(status)))

  test('was refused by the server where that answers other calls, or could not be read', async () => {
    api.use(http.get('/api/data_locations', () => HttpResponse.json([])))
    expect(await behind(404)).toMatchObject({ kind: 'http', status: 404 })
    expect(await behind(502)).toMatchObject({ kind: 'http', status: 502 })
    expect(await behind(200)).toMatchObject({ kind: 'shape', status: 200 })
    // What a page says of who may do what is nothing.
    expect(await behind(401)).toMatchObject({ kind: 'network', status: 401 })
  })

  test('was not answered where pages answer all calls', async () => {
    api.use(http.get('/api/data_locations', () => HttpResponse.html('<h1>Sign in</h1>')))
    for (const status of [200, 401, 404, 502]) {
      expect(await behind(status)).toMatchObject({ kind: 'network', status })
    }
  })
})

test('a refusal stays what it is', async () => {
  const refused = new Fault({ kind: 'http', status: 401 })
  expect(await explainMaskedFault(refused)).toBe(refused)
})
