import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { consoleConfig, loadConfig } from '#console/data/config.ts'
import { configured } from '#test/support/console-config.ts'
import { fakeApi } from '#test/support/fake-api.ts'
import { settled, until } from '#test/support/until.ts'

const api = fakeApi()
const answering = (answer: () => Response) => api.use(http.get('/config.json', answer))

beforeEach(() => {
  vi.restoreAllMocks()
})

describe('the first start', () => {
  test('waits for the file', async () => {
    await configured(api, { apiBase: 'https://wms.example.com', passwordMinLength: 12 })
    expect(consoleConfig()).toEqual({
      apiBase: 'https://wms.example.com',
      hiddenGraceMs: { tab: 1_000, installed: 300_000 },
      passwordMinLength: 12,
    })
  })

  test('takes the usual for what is missing or wrong', async () => {
    await configured(api, { apiBase: 7, hiddenGraceMs: { tab: null, installed: 'long' } })
    expect(consoleConfig()).toEqual({
      apiBase: '/api',
      hiddenGraceMs: { tab: null, installed: 300_000 },
      passwordMinLength: 0,
    })
  })

  test('fails where the file is not there, so that the page offers Retry', async () => {
    answering(() => new HttpResponse(null, { status: 404 }))
    await expect(loadConfig()).rejects.toThrow('/config.json answered 404')
  })
})

describe('a later start', () => {
  test('uses the kept copy at once and the new file as soon as it is there', async () => {
    await configured(api, { apiBase: '/kept' })
    answering(() => HttpResponse.json({ apiBase: '/fresh' }))
    await loadConfig()
    expect(consoleConfig().apiBase).toBe('/kept')
    await until(() => consoleConfig().apiBase === '/fresh')
  })

  test('goes on with the kept copy where the file does not come', async () => {
    await configured(api, { apiBase: '/kept' })
    let asked = 0
    answering(() => {
      asked += 1
      return HttpResponse.error()
    })
    await loadConfig()
    await until(() => asked === 1)
    await settled()
    expect(consoleConfig().apiBase).toBe('/kept')
  })

  test('waits for the file again where the kept copy is damaged', async () => {
    await configured(api, { apiBase: '/kept' })
    const [key = ''] = Object.keys(window.localStorage)
    window.localStorage.setItem(key, '{"apiBase":')
    answering(() => HttpResponse.json({ apiBase: '/fresh' }))
    await loadConfig()
    expect(consoleConfig().apiBase).toBe('/fresh')
  })
})

test('a device that keeps nothing waits for the file at each start', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await configured(api, { apiBase: '/first' })
  expect(window.localStorage).toHaveLength(0)
  expect(consoleConfig().apiBase).toBe('/first')
})
