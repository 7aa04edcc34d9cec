import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { explainLogin, faults } from '#contract/faults.ts'
import { Fault, faultFacts } from '#console/data/fault.ts'
import { faultBehind } from '#console/data/unseen.ts'
import { configured } from '#test/support/console-config.ts'
import { fakeApi } from '#test/support/fake-api.ts'

const api = fakeApi()
const noAnswer = new Fault({ kind: 'network' })

afterEach(() => {
  vi.restoreAllMocks()
})

/** What the login says of a call without an answer. */
async function said(): Promise<string> {
  return explainLogin(faultFacts(await faultBehind(noAnswer)), false)
}

/** A server that answers calls, or nothing at all. */
function answersAt(address: string, answer: () => Response): void {
  api.use(http.get(`${address}/health`, answer))
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

test('a refusal stays what it is', async () => {
  const refused = new Fault({ kind: 'http', status: 401 })
  expect(await faultBehind(refused)).toBe(refused)
})
