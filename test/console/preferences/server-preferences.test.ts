/** Preferences on a tablet that several admins share, with a server that the test answers for. */
import { onlineManager } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  getPreference,
  layoutKey,
  setPreference,
  storedPreference,
  storePreference,
} from '#console/preferences/preferences.ts'
import { keepPreferences } from '#console/preferences/server-preferences.ts'
import { offering } from '#test/support/console/console-config.ts'
import { fakeApi } from '#test/support/console/calls/fake-api.ts'
import { signedIn } from '#test/support/console/session.ts'
import { settled } from '#test/support/until.ts'

const api = fakeApi()

/** What the server keeps, by admin. */
let kept: Record<string, Record<string, unknown>>
let isReached: boolean
const sent: string[] = []
let leave = (): void => undefined

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  offering('preferences')
  window.localStorage.clear()
  kept = { ada: {}, bob: { density: 'compact' } }
  isReached = true
  sent.length = 0
  const whoseOf = (request: Request) => request.headers.get('authorization')?.split(' ')[1] ?? ''
  api.use(
    http.get('*/api/me/preferences', ({ request }) =>
      isReached ? HttpResponse.json({ data: kept[whoseOf(request)] }) : HttpResponse.error(),
    ),
    http.put('*/api/me/preferences/:key', async ({ request, params }) => {
      if (!isReached) return HttpResponse.error()
      const { value } = (await request.json()) as { readonly value: unknown }
      const [who, key] = [whoseOf(request), String(params['key'])]
      kept[who] = { ...kept[who], [key]: value }
      sent.push(`${who} ${key} ${String(value)}`)
      return HttpResponse.json({})
    }),
  )
})
afterEach(() => {
  leave()
  vi.restoreAllMocks()
  onlineManager.setOnline(true)
  window.localStorage.clear()
  vi.useRealTimers()
})

/** Somebody signs in on this tablet, whoever was here before. */
async function signIn(username: string): Promise<void> {
  leave()
  signedIn({ username, token: username })
  leave = keepPreferences(username)
  await passed()
}

/** What another tab leaves on this device when it cannot send a choice of ada. */
function inAnotherTab(key: string, stored: string, value: string): void {
  const unsent = JSON.parse(unsentOf('ada') ?? '{}') as object
  window.localStorage.setItem(stored, value)
  window.localStorage.setItem(
    'dockside.unsentPreferences.ada',
    JSON.stringify({ ...unsent, [key]: value }),
  )
}

/** Long enough for what is written two seconds after a change. */
async function passed(): Promise<void> {
  await settled()
  await vi.advanceTimersByTimeAsync(2_000)
  await settled()
}

/** An answer that is held back until it goes on. */
function held(): { readonly isOn: Promise<void>; readonly goOn: () => void } {
  let goOn = (): void => undefined
  const isOn = new Promise<void>((resolve) => {
    goOn = resolve
  })
  return { isOn, goOn: () => goOn() }
}

const densityOf = (username: string) => kept[username]?.['density']
const unsentOf = (username: string) =>
  window.localStorage.getItem(`dockside.unsentPreferences.${username}`)

test('what was chosen in another tab since is sent, not what this tab could not send before', async () => {
  isReached = false
  await signIn('ada')
  setPreference('density', 'comfortable')
  await passed()
  storePreference('density', 'compact')
  isReached = true
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await passed()
  expect([densityOf('ada'), getPreference('density')]).toEqual(['compact', 'compact'])
  expect(unsentOf('ada')).toBeNull()
})

test('what two tabs could not send is kept of both, and sent by the next one', async () => {
  isReached = false
  await signIn('ada')
  setPreference('density', 'comfortable')
  inAnotherTab('clock', 'dockside.clock', '12')
  setPreference('density', 'compact')
  setPreference('date-order', 'month-first')
  leave()
  isReached = true
  await signIn('ada')
  expect(kept['ada']).toEqual({ density: 'compact', clock: '12', 'date-order': 'month-first' })
  expect(getPreference('clock')).toBe('12')
  expect(unsentOf('ada')).toBeNull()
})

test('what another tab could not send is sent with the next connection of this one, and not overwritten by the server', async () => {
  kept['ada'] = { clock: '24' }
  isReached = false
  await signIn('ada')
  setPreference('density', 'comfortable')
  await passed()
  inAnotherTab('clock', 'dockside.clock', '12')
  isReached = true
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await passed()
  expect(kept['ada']).toEqual({ density: 'comfortable', clock: '12' })
  expect(getPreference('clock')).toBe('12')
  expect(unsentOf('ada')).toBeNull()
})

test('a device that stores nothing still sends what is chosen during the session', async () => {
  await signIn('ada')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  setPreference('density', 'comfortable')
  await passed()
  expect(sent).toEqual(['ada density comfortable'])
  await passed()
  expect(sent).toHaveLength(1)
})

test('what an admin chose offline is sent at the next sign-in, not what another one has there since', async () => {
  isReached = false
  await signIn('ada')
  setPreference('density', 'comfortable')
  storePreference(layoutKey('Bins'), '["bin"]')
  await passed()
  isReached = true
  await signIn('bob')
  expect(getPreference('density')).toBe('compact')
  expect(sent).toEqual([])
  await signIn('ada')
  expect(densityOf('ada')).toBe('comfortable')
  expect(densityOf('bob')).toBe('compact')
  expect(kept['ada']?.['layout.Bins']).toBe('["bin"]')
  expect(getPreference('density')).toBe('comfortable')
  expect(unsentOf('ada')).toBeNull()
})

test('what an admin chose is back on the device at the sign-in, even without a connection', async () => {
  isReached = false
  await signIn('ada')
  setPreference('density', 'comfortable')
  await signIn('bob')
  setPreference('density', 'compact')
  await signIn('ada')
  expect(getPreference('density')).toBe('comfortable')
  await signIn('bob')
  expect(getPreference('density')).toBe('compact')
})

test('what was chosen and sent while the first answer was on its way is not taken back by it', async () => {
  kept['ada'] = { density: 'compact', clock: '24' }
  const answer = held()
  api.use(
    http.get('*/api/me/preferences', async () => {
      const asOfNow = HttpResponse.json({ data: kept['ada'] })
      await answer.isOn
      return asOfNow
    }),
  )
  await signIn('ada')
  setPreference('density', 'comfortable')
  await passed()
  expect(densityOf('ada')).toBe('comfortable')
  answer.goOn()
  await passed()
  expect([getPreference('density'), getPreference('clock')]).toEqual(['comfortable', '24'])
})

test('what was chosen in a session that the server had ended is sent at the next sign-in', async () => {
  kept['ada'] = { density: 'compact' }
  await signIn('ada')
  api.use(
    http.put(
      '*/api/me/preferences/:key',
      () => HttpResponse.json({ message: 'Not authenticated' }, { status: 401 }),
      { once: true },
    ),
  )
  setPreference('density', 'comfortable')
  await passed()
  expect(densityOf('ada')).toBe('compact')
  await signIn('ada')
  expect([densityOf('ada'), getPreference('density')]).toEqual(['comfortable', 'comfortable'])
})

test('of two choices in a row the server keeps the later one, although the earlier one is slow', async () => {
  await signIn('ada')
  const slow = held()
  api.use(
    http.put(
      '*/api/me/preferences/:key',
      async () => {
        await slow.isOn
        kept['ada'] = { density: 'compact' }
        return HttpResponse.json({})
      },
      { once: true },
    ),
  )
  setPreference('density', 'compact')
  await passed()
  setPreference('density', 'comfortable')
  await passed()
  slow.goOn()
  await passed()
  expect(densityOf('ada')).toBe('comfortable')
  expect(unsentOf('ada')).toBeNull()
})

test('what is not sent yet stays although the server has another value, and the newest is sent', async () => {
  kept['ada'] = { density: 'compact', clock: '24' }
  isReached = false
  await signIn('ada')
  setPreference('density', 'comfortable')
  setPreference('clock', '12')
  setPreference('clock', '24')
  await passed()
  isReached = true
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await passed()
  expect(getPreference('density')).toBe('comfortable')
  expect(sent).toEqual(['ada density comfortable', 'ada clock 24'])
})

test('of the keys that an older version stored only the layouts, which were per admin, are sent', async () => {
  kept['ada'] = { density: 'comfortable' }
  window.localStorage.setItem('dockside.density', 'compact')
  window.localStorage.setItem('dockside.table.ada.Bins', '["bin"]')
  window.localStorage.setItem(
    'dockside.unsentPreferences.ada',
    JSON.stringify(['density', 'layout.Bins', 7]),
  )
  await signIn('ada')
  expect(sent).toEqual(['ada layout.Bins ["bin"]'])
  expect(getPreference('density')).toBe('comfortable')
  expect(storedPreference(layoutKey('Bins'), 'ada')).toBe('["bin"]')
  expect(unsentOf('ada')).toBeNull()
})

test.each(['{', 'null', '7', '{"density":7,"nonsense":"x"}'])(
  'stored text that is none of ours (%s) is passed over',
  async (text) => {
    window.localStorage.setItem('dockside.unsentPreferences.bob', text)
    await signIn('bob')
    expect(sent).toEqual([])
    expect(getPreference('density')).toBe('compact')
  },
)
