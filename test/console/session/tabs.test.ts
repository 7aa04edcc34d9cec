import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readDraft, writeDraft } from '#console/session/draft.ts'
import { onLockForgotten, readLock } from '#console/session/lock.ts'
import { consumeReturnPlace, storeReturnPlace } from '#console/session/return-place.ts'
import { endSession, onSessionEnd, readSession, type EndReason } from '#console/session/session.ts'
import { replaceToken } from '#console/session/steps.ts'
import { startTabs } from '#console/session/tabs.ts'
import { firstFactorOnly, signedOut, signedIn } from '#test/support/console/session.ts'
import { until } from '#test/support/until.ts'

/** The other tab, as seen from this one. */
let other: BroadcastChannel
const heard: unknown[] = []
const ends: EndReason[] = []
const stops: (() => void)[] = []

beforeEach(() => {
  signedOut()
  heard.length = 0
  ends.length = 0
  ended.length = 0
  other = new BroadcastChannel('dockside.session')
  other.addEventListener('message', (event: MessageEvent<unknown>) => void heard.push(event.data))
  stops.push(onSessionEnd(({ reason }) => void ends.push(reason)))
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  other.close()
})

/** The tokens of the sessions that this tab ended on the server. */
const ended: (string | null)[] = []
const endOnServer = (): void => void ended.push(readSession().token)

const start = (): void => void stops.push(startTabs(endOnServer))

/** Messages arrive in order, so everything sent before this one on the channel has arrived. */
async function settled(): Promise<void> {
  const marker = `marker ${Math.random()}`
  const sender = new BroadcastChannel('dockside.session')
  sender.postMessage(marker)
  await until(() => heard.includes(marker))
  sender.close()
  heard.splice(0, heard.length, ...heard.filter((message) => message !== marker))
}

describe('messages to other tabs', () => {
  test('a logout tells the other tabs whose it was, and never the token', async () => {
    signedIn({ username: 'ada', token: 'planted-token' })
    start()
    endSession('logout')
    await settled()
    expect(heard).toEqual([
      { kind: 'logged-out', username: 'ada', issuedAt: expect.any(Number) as number },
    ])
    expect(JSON.stringify(heard)).not.toContain('planted-token')
  })

  test('a completed sign-in is announced to the other tabs', async () => {
    start()
    firstFactorOnly({ username: 'ada' })
    await settled()
    expect(heard).toEqual([])
    signedIn({ username: 'ada' })
    replaceToken({ token: 'fresh' }, Date.now())
    await settled()
    expect(heard).toEqual([{ kind: 'signed-in', username: 'ada' }])
  })

  test('a reload is not announced, because its admin was signed in before', async () => {
    signedIn({ username: 'ada' })
    start()
    replaceToken({ token: 'fresh' }, Date.now())
    await settled()
    expect(heard).toEqual([])
  })

  test.each(['hidden', 'expired', 'refused', 'login-page', 'refresh-failed'] as const)(
    'an end by %s, which concerns only this tab, is not announced',
    async (reason) => {
      signedIn()
      start()
      endSession(reason)
      await settled()
      expect(heard).toEqual([])
    },
  )
})

describe('messages from other tabs', () => {
  const say = (kind: string, username: string) => other.postMessage({ kind, username })

  test('a logout of the same admin in another tab ends and wipes this session', async () => {
    signedIn({ username: 'ada' })
    start()
    say('logged-out', 'ada')
    await until(() => ends.length > 0)
    expect(ends).toEqual(['logout'])
    expect(readSession().token).toBeNull()
  })

  test('a logout in another tab ends the session of this tab on the server too, with its own token', async () => {
    signedIn({ username: 'ada', token: 'of-this-tab' })
    start()
    say('logged-out', 'bob')
    say('logged-out', 'ada')
    await until(() => ends.length > 0)
    expect(ended).toEqual(['of-this-tab'])
  })

  test('a copy of the session that was logged out is not ended on the server once more', async () => {
    signedIn({ username: 'ada', token: 'of-both-tabs' })
    start()
    const { tokenCreatedAt } = readSession()
    other.postMessage({ kind: 'logged-out', username: 'ada', issuedAt: tokenCreatedAt })
    await until(() => ends.length > 0)
    expect(ends).toEqual(['logout'])
    expect(ended).toEqual([])
  })

  test('a logout in this tab and a sign-in by somebody else end nothing further on the server', async () => {
    signedIn({ username: 'ada' })
    start()
    endSession('logout')
    signedIn({ username: 'ada' })
    say('signed-in', 'bob')
    await until(() => ends.length > 1)
    expect(ends).toEqual(['logout', 'other-admin'])
    expect(ended).toEqual([])
  })

  test('a sign-in by another admin in another tab ends this session', async () => {
    signedIn({ username: 'ada' })
    start()
    say('signed-in', 'bob')
    await until(() => ends.length > 0)
    expect(ends).toEqual(['other-admin'])
  })

  test('messages about other admins are ignored, and the first about this one ends the session', async () => {
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

  describe('in a tab that is locked', () => {
    const lockedOut = (): void => {
      signedIn({ username: 'ada' })
      start()
      writeDraft('sealed')
      storeReturnPlace({ username: 'ada', href: '/bins' })
      endSession('hidden')
      ends.length = 0
    }

    test.each([
      ['logged-out', 'ADA'],
      ['signed-in', 'bob'],
    ])(
      'a message %s of %s takes the name, the draft and the place, and wipes nothing else',
      async (kind, username) => {
        lockedOut()
        const forgotten = vi.fn<() => void>()
        stops.push(onLockForgotten(forgotten))
        say(kind, username)
        await until(() => readLock() === null)
        expect(readDraft()).toBeNull()
        expect(consumeReturnPlace('ada')).toBeNull()
        expect(forgotten).toHaveBeenCalledOnce()
        await settled()
        // The tab that sent the message has wiped the device; another admin's rows may be there by now.
        expect(ends).toEqual([])
        expect(ended).toEqual([])
        expect(heard).toEqual([])
      },
    )

    test('messages of other admins and of the same sign-in change nothing', async () => {
      lockedOut()
      say('logged-out', 'bob')
      say('signed-in', 'ada')
      say('something newer', 'ada')
      await settled()
      expect(readLock()).toEqual({ username: 'ada', wasHidden: true })
      expect(readDraft()).toBe('sealed')
    })
  })

  test('messages are ignored while no session exists here', async () => {
    start()
    say('logged-out', 'ada')
    say('signed-in', 'bob')
    await settled()
    expect(ends).toEqual([])
  })

  test('messages are ignored after this tab stopped listening', async () => {
    signedIn({ username: 'ada' })
    startTabs(endOnServer)()
    say('logged-out', 'ada')
    await settled()
    expect(ends).toEqual([])
  })
})

test('the console works in a browser without broadcast channels', () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  try {
    const stop = startTabs(endOnServer)
    signedIn()
    endSession('logout')
    stop()
    expect(ends).toEqual(['logout'])
  } finally {
    vi.unstubAllGlobals()
  }
})
