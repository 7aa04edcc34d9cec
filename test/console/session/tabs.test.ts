import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endSession, onSessionEnd, readSession, type EndReason } from '#console/session/session.ts'
import { replaceToken } from '#console/session/steps.ts'
import { startTabs } from '#console/session/tabs.ts'
import { firstFactorOnly, nobody, signedIn } from '#test/support/console/session.ts'
import { until } from '#test/support/until.ts'

/** The other tab, as far as this one can see it. */
let other: BroadcastChannel
const heard: unknown[] = []
const ends: EndReason[] = []
const stops: (() => void)[] = []

beforeEach(() => {
  nobody()
  heard.length = 0
  ends.length = 0
  other = new BroadcastChannel('dockside.session')
  other.addEventListener('message', (event: MessageEvent<unknown>) => void heard.push(event.data))
  stops.push(onSessionEnd(({ reason }) => void ends.push(reason)))
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  other.close()
})

const start = (): void => void stops.push(startTabs())

/** What was sent before has arrived when this, sent after it on the same channel, has. */
async function settled(): Promise<void> {
  const marker = `marker ${Math.random()}`
  const sender = new BroadcastChannel('dockside.session')
  sender.postMessage(marker)
  await until(() => heard.includes(marker))
  sender.close()
  heard.splice(0, heard.length, ...heard.filter((message) => message !== marker))
}

describe('this tab tells the others', () => {
  test('of a logout: whose, and never the token', async () => {
    signedIn({ username: 'ada', token: 'planted-token' })
    start()
    endSession('logout')
    await settled()
    expect(heard).toEqual([{ kind: 'logged-out', username: 'ada' }])
    expect(JSON.stringify(heard)).not.toContain('planted-token')
  })

  test('of a sign-in, once it is full', async () => {
    start()
    firstFactorOnly({ username: 'ada' })
    await settled()
    expect(heard).toEqual([])
    signedIn({ username: 'ada' })
    replaceToken({ token: 'fresh' }, Date.now())
    await settled()
    expect(heard).toEqual([{ kind: 'signed-in', username: 'ada' }])
  })

  test('not of a reload: who was signed in before is no news', async () => {
    signedIn({ username: 'ada' })
    start()
    replaceToken({ token: 'fresh' }, Date.now())
    await settled()
    expect(heard).toEqual([])
  })

  test.each(['hidden', 'expired', 'refused', 'login-page', 'refresh-failed'] as const)(
    'not of an end by %s, which is of this tab',
    async (reason) => {
      signedIn()
      start()
      endSession(reason)
      await settled()
      expect(heard).toEqual([])
    },
  )
})

describe('another tab tells', () => {
  const say = (kind: string, username: string) => other.postMessage({ kind, username })

  test('of a logout of the same admin: this one ends and wipes', async () => {
    signedIn({ username: 'ada' })
    start()
    say('logged-out', 'ada')
    await until(() => ends.length > 0)
    expect(ends).toEqual(['logout'])
    expect(readSession().token).toBeNull()
  })

  test('of a sign-in as somebody else: this one ends', async () => {
    signedIn({ username: 'ada' })
    start()
    say('signed-in', 'bob')
    await until(() => ends.length > 0)
    expect(ends).toEqual(['other-admin'])
  })

  test('of what does not concern this admin: it ends with the first that does', async () => {
    signedIn({ username: 'ada' })
    start()
    say('logged-out', 'bob')
    say('signed-in', 'ada')
    say('something newer', 'ada')
    other.postMessage(null)
    other.postMessage({ kind: 'logged-out' })
    say('logged-out', 'ADA')
    await until(() => ends.length > 0)
    expect(ends).toEqual(['logout'])
  })

  test('anything while nobody is signed in here: nothing happens', async () => {
    start()
    say('logged-out', 'ada')
    say('signed-in', 'bob')
    await settled()
    expect(ends).toEqual([])
  })

  test('after this one stopped listening: nothing happens', async () => {
    signedIn({ username: 'ada' })
    startTabs()()
    say('logged-out', 'ada')
    await settled()
    expect(ends).toEqual([])
  })
})

test('where the browser has no channels the console works without them', () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  try {
    const stop = startTabs()
    signedIn()
    endSession('logout')
    stop()
    expect(ends).toEqual(['logout'])
  } finally {
    vi.unstubAllGlobals()
  }
})
