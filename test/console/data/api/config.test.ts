import { onlineManager } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#contract/config.ts'
import {
  applyConfig,
  consoleConfig,
  offers,
  onOffers,
  passkeyWay,
} from '#console/data/api/config.ts'
import { onLinkTrouble } from '#console/data/api/link-check.ts'
import { loadConfig, reachesHost } from '#console/data/api/host/load-config.ts'
import { configured, leavesNoConfig } from '#test/support/console/console-config.ts'
import { fakeApi } from '#test/support/console/calls/fake-api.ts'
import { settled, until } from '#test/support/until.ts'

const api = fakeApi()
const answering = (answer: () => Response) => api.use(http.get('/config.json', answer))

beforeEach(() => {
  vi.restoreAllMocks()
})

describe('the first start', () => {
  test('the first start waits for the file', async () => {
    await configured(api, { apiBase: 'https://wms.example.com', passwordMinLength: 12 })
    expect(consoleConfig()).toEqual({
      apiBase: 'https://wms.example.com',
      hiddenGraceMs: { tab: 1_000, installed: 300_000 },
      passwordMinLength: 12,
      offers: [],
    })
  })

  test('the first start uses the defaults for missing and invalid settings', async () => {
    await configured(api, { apiBase: 7, hiddenGraceMs: { tab: null, installed: 'long' } })
    expect(consoleConfig()).toEqual({
      apiBase: '/api',
      hiddenGraceMs: { tab: null, installed: 300_000 },
      passwordMinLength: 0,
      offers: [],
    })
  })

  test.each([
    ['the host has none', () => new HttpResponse(null, { status: 404 })],
    ['the host answers with its page', () => HttpResponse.html('<h1>Dockside</h1>')],
    ['the file has no settings', () => HttpResponse.json(['/api'])],
  ])('the first start uses the defaults if %s, and does not keep them', async (_what, answer) => {
    await configured(api, { apiBase: '/before' })
    window.localStorage.clear()
    answering(answer)
    await loadConfig()
    expect(consoleConfig()).toEqual(readConfig(null))
    expect(window.localStorage).toHaveLength(0)
  })

  test('a first start before a captive portal takes the settings once the link is back', async () => {
    leavesNoConfig(api)
    answering(() => HttpResponse.html('<h1>Sign in to the hotel</h1>'))
    await loadConfig()
    answering(() => HttpResponse.json({ apiBase: '/fresh' }))
    onlineManager.setOnline(false)
    onlineManager.setOnline(true)
    await until(() => consoleConfig().apiBase === '/fresh')
    expect(window.localStorage).toHaveLength(1)
  })

  test('a host that gets its file a moment later is asked again although no server answers the defaults', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    onTestFinished(() => {
      vi.useRealTimers()
      onlineManager.setOnline(true)
    })
    leavesNoConfig(api)
    answering(() => new HttpResponse(null, { status: 404 }))
    await loadConfig()
    answering(() => HttpResponse.json({ apiBase: 'https://wms.example/v1' }))
    onlineManager.setOnline(false)
    await vi.advanceTimersByTimeAsync(15_000)
    await until(() => consoleConfig().apiBase === 'https://wms.example/v1')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('defaults are not kept if the host still has no file once the link is back', async () => {
    leavesNoConfig(api)
    let asked = 0
    answering(() => {
      asked += 1
      return new HttpResponse(null, { status: 404 })
    })
    let probed = 0
    api.use(
      http.get('/api/data_locations', () => {
        probed += 1
        return HttpResponse.json([])
      }),
    )
    await loadConfig()
    onlineManager.setOnline(false)
    onlineManager.setOnline(true)
    await until(() => asked === 2 && probed === 1)
    await settled()
    expect(window.localStorage).toHaveLength(0)
  })

  test.each([
    ['the host fails', () => new HttpResponse(null, { status: 500 })],
    ['a proxy answers', () => HttpResponse.html('<h1>Bad</h1>', { status: 502 })],
    ['nothing answers', () => HttpResponse.error()],
    ['the file breaks off', () => HttpResponse.text('{"apiBase":"https://wms.exam')],
  ])('the first start fails if %s, so that the page offers Retry', async (_what, answer) => {
    answering(answer)
    await expect(loadConfig()).rejects.toBeInstanceOf(Error)
  })
})

describe('a later start', () => {
  test('a later start uses the stored copy at once and the new file as soon as it arrives', async () => {
    await configured(api, { apiBase: '/kept' })
    answering(() => HttpResponse.json({ apiBase: '/fresh' }))
    await loadConfig()
    expect(consoleConfig().apiBase).toBe('/kept')
    await until(() => consoleConfig().apiBase === '/fresh')
  })

  test('a later start continues with the stored copy if the file does not arrive', async () => {
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

  test('a later start waits for the file again if the stored copy is damaged', async () => {
    await configured(api, { apiBase: '/kept' })
    const [key = ''] = Object.keys(window.localStorage)
    window.localStorage.setItem(key, '{"apiBase":')
    answering(() => HttpResponse.json({ apiBase: '/fresh' }))
    await loadConfig()
    expect(consoleConfig().apiBase).toBe('/fresh')
  })
})

describe('the offers', () => {
  const page = () => HttpResponse.html('<h1>Sign in to the hotel</h1>')
  const missing = () => new HttpResponse(null, { status: 404 })
  const reached = () => HttpResponse.json({ status: 'ok' })

  /** Starts with a stored copy that has offers, and counts the requests for the file. */
  async function laterStart(file: () => Response, server: () => Response) {
    await configured(api, { apiBase: '/kept', offers: ['health', 'audit'] })
    const state = { file, server, asked: 0 }
    answering(() => {
      state.asked += 1
      return state.file()
    })
    api.use(http.get('/kept/health', () => state.server()))
    await loadConfig()
    expect(offers('audit')).toBe(true)
    return state
  }

  test('nothing is offered before the first start, nor if that finds no file', async () => {
    expect(readConfig(null).offers).toEqual([])
    for (const answer of [missing, page]) {
      answering(answer)
      await loadConfig()
      expect(offers('audit')).toBe(false)
    }
  })

  test.each([
    ['is not there', missing],
    ['is a page', page],
  ])('the offers end if the server answers and its file %s', async (_what, file) => {
    await laterStart(file, reached)
    await until(() => !offers('audit'))
    expect(consoleConfig().apiBase).toBe('/kept')
    // Also at the next start.
    answering(() => HttpResponse.error())
    await loadConfig()
    expect(offers('audit')).toBe(false)
  })

  test('the offers survive a captive portal and are checked again once the link is back', async () => {
    let doubts = 0
    onTestFinished(onLinkTrouble(() => (doubts += 1)))
    const state = await laterStart(page, page)
    await until(() => doubts === 1)
    onlineManager.setOnline(false)
    expect(offers('audit')).toBe(true)
    state.file = () => HttpResponse.json({ apiBase: '/kept', offers: ['health', 'syncs'] })
    onlineManager.setOnline(true)
    await until(() => offers('syncs'))
    expect(state.asked).toBe(2)
    expect(offers('audit')).toBe(false)
  })

  test('useOffers renders again when the offers change, and only then', async () => {
    let told = 0
    onTestFinished(onOffers(() => (told += 1)))
    applyConfig(readConfig({ offers: ['audit', 'syncs'] }))
    applyConfig(readConfig({ apiBase: '/x', offers: ['syncs', 'audit'] }))
    expect(told).toBe(1)
    applyConfig(readConfig({}))
    expect(told).toBe(2)
  })
})

describe('the passkeys', () => {
  const passkeys = { host: window.location.hostname, alone: true }

  beforeEach(() => {
    Object.assign(window, { PublicKeyCredential: () => undefined })
    return () => void Reflect.deleteProperty(window, 'PublicKeyCredential')
  })

  test.each([
    ['the server offers them', { passkeys, offers: ['passkeys'] }, 'alone'],
    ['the server offers nothing', { passkeys }, null],
    ['the server offers other calls', { passkeys, offers: ['audit'] }, null],
    ['the settings name no site', { offers: ['passkeys'] }, null],
  ])('how passkeys sign in if %s', async (_what, file, way) => {
    await configured(api, file)
    expect(passkeyWay()).toBe(way)
  })

  test('no passkey signs in once the offers have ended', async () => {
    await configured(api, { apiBase: '/kept', passkeys, offers: ['health', 'passkeys'] })
    answering(() => new HttpResponse(null, { status: 404 }))
    api.use(http.get('/kept/health', () => HttpResponse.json({ status: 'ok' })))
    await loadConfig()
    expect(passkeyWay()).toBe('alone')
    await until(() => !offers('passkeys'))
    expect(passkeyWay()).toBeNull()
  })
})

describe('the host of the console', () => {
  test.each([
    ['has settings', () => HttpResponse.json({}), true],
    ['has none', () => new HttpResponse(null, { status: 404 }), true],
    ['is not reached past a captive portal', () => HttpResponse.html('<h1>Sign in</h1>'), false],
    ['is not reached by a proxy', () => HttpResponse.html('', { status: 502 }), false],
    ['is not reached at all', () => HttpResponse.error(), false],
  ])('the host of the console %s', async (_what, answer, isReached) => {
    answering(answer)
    expect(await reachesHost()).toBe(isReached)
  })
})

test('a device without storage waits for the file at each start', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await configured(api, { apiBase: '/first' })
  expect(window.localStorage).toHaveLength(0)
  expect(consoleConfig().apiBase).toBe('/first')
})
