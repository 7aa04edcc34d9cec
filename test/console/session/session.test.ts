import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { SESSION_LIFETIME_MS, TEMP_PASSWORD_LIFETIME_MS } from '#contract/constants.ts'
import { readLock } from '#console/session/lock.ts'
import { readDraft, writeDraft } from '#console/session/draft.ts'
import { writeHiddenSince } from '#console/session/hidden-since.ts'
import { storeReturnPlace, consumeReturnPlace } from '#console/session/return-place.ts'
import {
  endSession,
  isFullyAuthenticated,
  isCurrentToken,
  onRightsChange,
  onSessionEnd,
  readSession,
  reloadSession,
  subscribeToSession,
  type EndReason,
  type SessionEnd,
} from '#console/session/session.ts'
import {
  changeFlags,
  completeFeatureStep,
  passFirstFactor,
  passBothFactors,
  passSecondFactor,
  replaceToken,
} from '#console/session/steps.ts'
import {
  readLastSyncTime,
  readSyncFlags,
  writeLastSyncTime,
  writeSyncFlags,
} from '#console/session/sync-notes.ts'
import { readTempPassword } from '#console/session/temp-password.ts'
import {
  firstFactorOnly,
  signedOut,
  signedIn,
  skippedSetup,
} from '#test/support/console/session.ts'

const NOON = Date.UTC(2026, 4, 11, 12)

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] })
  signedOut()
})
afterEach(() => {
  vi.useRealTimers()
})

const stored = (key: string) => window.sessionStorage.getItem(key)
const keys = () => Object.keys(window.sessionStorage).toSorted()

/** specification.md section 3, 'Browser session keys'. */
const SPECIFIED_KEYS = [
  'adminFeatures',
  'intermediateFeatureCompleted',
  'isSuperAdmin',
  'lastSyncTime',
  'syncInProgress',
  'tempPassword',
  'token',
  'tokenCreationTime',
  'twoFactorVerified',
  'username',
]

describe('the stored session', () => {
  test('the session is stored under the keys of the specification, and five added later', () => {
    firstFactorOnly()
    const before = keys()
    signedIn({ features: ['bins'], cacheKey: 'a2V5' })
    writeSyncFlags({ bins: NOON })
    writeLastSyncTime(NOON)
    storeReturnPlace({ username: 'ada', href: '/bins' })
    writeHiddenSince(NOON)
    writeDraft('sealed')
    const used = new Set([...before, ...keys()])
    expect([...used].toSorted()).toEqual(
      [
        ...SPECIFIED_KEYS,
        'cacheKey',
        'draft',
        'hiddenSince',
        'returnPlace',
        'tempPasswordSince',
      ].toSorted(),
    )
    expect(Object.keys(window.localStorage)).toEqual([])
  })

  test('after the password, token and password are stored and nothing is verified', () => {
    firstFactorOnly({ username: 'ada', token: 'abc', isSuperAdmin: true })
    expect(stored('token')).toBe('abc')
    expect(stored('tokenCreationTime')).toBe(String(NOON))
    expect(stored('username')).toBe('ada')
    expect(stored('tempPassword')).toBe('open-sesame')
    expect(stored('isSuperAdmin')).toBe('true')
    expect(stored('twoFactorVerified')).toBeNull()
    expect(isFullyAuthenticated(readSession())).toBe(false)
  })

  test('after the second factor, a new token and the flags are stored, and no password', () => {
    signedIn({ token: 'def', features: ['bins'], cacheKey: 'a2V5' })
    expect(stored('token')).toBe('def')
    expect(stored('tempPassword')).toBeNull()
    expect(stored('tempPasswordSince')).toBeNull()
    expect(stored('twoFactorVerified')).toBe('true')
    expect(stored('intermediateFeatureCompleted')).toBe('true')
    expect(stored('isSuperAdmin')).toBe('false')
    expect(JSON.parse(stored('adminFeatures') ?? '')).toEqual(
      Object.fromEntries(ADMIN_FEATURES.map((flag) => [flag, flag === 'bins'])),
    )
    expect(isFullyAuthenticated(readSession())).toBe(true)
  })

  test('a password replaces any previous session', () => {
    signedIn({ username: 'ada', features: ['bins'], cacheKey: 'a2V5' })
    firstFactorOnly({ username: 'bob' })
    expect(readSession()).toMatchObject({
      username: 'bob',
      twoFactorVerified: false,
      features: null,
      cacheKey: null,
    })
  })

  test('a skipped setup counts as the step, not as the second factor', () => {
    skippedSetup()
    expect(readSession()).toMatchObject({ stepCompleted: true, twoFactorVerified: false })
    expect(isFullyAuthenticated(readSession())).toBe(true)
  })
})

test.each([
  [null, false, false, false],
  [null, false, true, false],
  [null, true, false, false],
  [null, true, true, false],
  ['abc', false, false, false],
  ['abc', false, true, true],
  ['abc', true, false, true],
  ['abc', true, true, true],
])(
  'with the token %j, the second factor %j and the step %j, fully authenticated is %j',
  (token, twoFactorVerified, stepCompleted, expected) => {
    const session = { ...readSession(), token, twoFactorVerified, stepCompleted }
    expect(isFullyAuthenticated(session)).toBe(expected)
  },
)

describe('the flags', () => {
  test('missing flags are completed as false', () => {
    signedIn({ features: ['bins', 'items'] })
    const flags = readSession().features
    expect(Object.keys(flags ?? {})).toEqual([...ADMIN_FEATURES])
    expect(flags).toMatchObject({ bins: true, items: true, locations: false, superAdmin: false })
  })

  test('the flags are unknown until an answer brings them', () => {
    signedIn({ features: null })
    expect(readSession()).toMatchObject({ features: null, stepCompleted: false })
    completeFeatureStep({ inbound: true })
    expect(readSession().features).toMatchObject({ inbound: true, bins: false })
    expect(readSession().stepCompleted).toBe(true)
  })

  test('the flags change with a refreshed token that carries others', () => {
    signedIn({ token: 'old', features: ['bins'], cacheKey: 'a2V5' })
    vi.setSystemTime(NOON + 1_000)
    replaceToken({ token: 'new', features: { items: true } }, Date.now())
    expect(readSession()).toMatchObject({
      token: 'new',
      tokenCreatedAt: NOON + 1_000,
      cacheKey: 'a2V5',
      features: { bins: false, items: true },
    })
    replaceToken({ token: 'newer' }, Date.now())
    expect(readSession().features).toMatchObject({ items: true })
  })
})

describe('flags of a refreshed profile', () => {
  test('the flags of a profile count as a change only if they differ', () => {
    signedIn({ features: ['bins'] })
    const before = readSession()
    changeFlags({ bins: true }, false)
    expect(readSession()).toBe(before)
    changeFlags({ items: true }, false)
    expect(readSession().features).toMatchObject({ bins: false, items: true })
    changeFlags({ items: true }, true)
    expect(readSession().isSuperAdmin).toBe(true)
  })

  test.each([
    ['the profile', () => changeFlags({ items: true }, false)],
    ['a new token', () => replaceToken({ token: 'new', features: { items: true } }, Date.now())],
    ['the role', () => changeFlags({ bins: true }, true)],
  ])('a change of rights is told once, by %s', (_what, change) => {
    signedIn({ features: ['bins'] })
    const told = vi.fn<() => void>()
    const stop = onRightsChange(told)
    changeFlags({ bins: true }, false)
    replaceToken({ token: 'other', features: { bins: true } }, Date.now())
    expect(told).not.toHaveBeenCalled()
    change()
    expect(told).toHaveBeenCalledTimes(1)
    endSession('logout')
    expect(told).toHaveBeenCalledTimes(1)
    stop()
  })
})

describe('a session on page load', () => {
  const ages: readonly [what: string, ageMs: number, kept: boolean][] = [
    ['a moment before 4 hours', SESSION_LIFETIME_MS - 1, true],
    ['4 hours', SESSION_LIFETIME_MS, false],
    ['a day', 24 * 3_600_000, false],
  ]
  test.each(ages)('a token of %s is kept or dropped on load: %i ms, %s', (_what, ageMs, kept) => {
    signedIn({ features: ['bins'] })
    vi.setSystemTime(NOON + ageMs)
    reloadSession(Date.now())
    expect(readSession().token !== null).toBe(kept)
    expect(stored('token') !== null).toBe(kept)
  })

  test('a token of unknown age is dropped', () => {
    signedIn()
    window.sessionStorage.removeItem('tokenCreationTime')
    reloadSession(Date.now())
    expect(readSession().token).toBeNull()
  })

  test('a token with a malformed age is dropped', () => {
    signedIn()
    window.sessionStorage.setItem('tokenCreationTime', 'yesterday')
    reloadSession(Date.now())
    expect(readSession()).toMatchObject({ token: null, tokenCreatedAt: null })
  })

  test('malformed flags are unknown flags', () => {
    signedIn({ features: ['bins'] })
    window.sessionStorage.setItem('adminFeatures', '{"bins":')
    reloadSession(Date.now())
    expect(readSession().features).toBeNull()
  })
})

describe('a late answer', () => {
  const answers: readonly [what: string, arrive: () => void][] = [
    ['a second factor', () => passSecondFactor(fullToken, NOON)],
    ['a refreshed token', () => replaceToken({ token: 'late', features: { bins: true } }, NOON)],
    ['flags of the feature step', () => completeFeatureStep({ bins: true })],
    ['flags of the profile', () => changeFlags({ bins: true }, true)],
  ]
  const fullToken = { token: 'late', features: { bins: true }, cacheKey: 'a2V5' }

  test.each(answers)('a late answer with %s does not restore the session', (_what, arrive) => {
    signedIn({ features: [] })
    endSession('logout')
    arrive()
    expect(keys()).toEqual([])
    expect(isFullyAuthenticated(readSession())).toBe(false)
  })

  test('a late answer is recognized by the token it was requested with', () => {
    firstFactorOnly({ token: 'of-ada' })
    expect(isCurrentToken('of-ada')).toBe(true)
    firstFactorOnly({ username: 'bob', token: 'of-bob' })
    expect(isCurrentToken('of-ada')).toBe(false)
    endSession('login-page')
    expect(isCurrentToken('of-bob')).toBe(false)
    expect(isCurrentToken(null)).toBe(false)
  })
})

describe('a clock that was set back', () => {
  test('a clock that was set back does not let a token live for more than 4 hours', () => {
    signedIn()
    reloadSession(NOON - SESSION_LIFETIME_MS + 1)
    expect(readSession().token).not.toBeNull()
    reloadSession(NOON - SESSION_LIFETIME_MS)
    expect(readSession().token).toBeNull()
  })

  test('a clock that was set back does not let a password wait longer', () => {
    firstFactorOnly()
    expect(readTempPassword(NOON - TEMP_PASSWORD_LIFETIME_MS)).toBeNull()
    expect(stored('tempPassword')).toBeNull()
  })
})

describe('a damaged value', () => {
  const damaged = ['', ' ', 'null', '[]', '"x"', '7', '{', '{"bins":', 'NaN', '1e999']
  // 1970, or not a number: an age that is too high or unknown.
  const dropsFlags = ['tokenCreationTime', 'adminFeatures']

  test.each(SPECIFIED_KEYS)('a damaged value of %s breaks nothing and grants nothing', (key) => {
    for (const value of damaged) {
      signedIn({ features: ['bins'] })
      window.sessionStorage.setItem(key, value)
      reloadSession(NOON)
      const session = readSession()
      expect(session.token === null).toBe(key === 'tokenCreationTime')
      expect(session.isSuperAdmin).toBe(false)
      expect(session.features === null).toBe(dropsFlags.includes(key))
      expect(readSyncFlags()).toEqual({})
      expect(Number.isFinite(readLastSyncTime() ?? 0)).toBe(true)
      endSession('logout')
      expect(keys()).toEqual([])
    }
  })
})

describe('the stored password', () => {
  test('the password is stored for less than 5 minutes', () => {
    firstFactorOnly()
    expect(readTempPassword(NOON + TEMP_PASSWORD_LIFETIME_MS - 1)).toBe('open-sesame')
  })

  test('the password is removed after 5 minutes, from storage as well', () => {
    firstFactorOnly()
    expect(readTempPassword(NOON + TEMP_PASSWORD_LIFETIME_MS)).toBeNull()
    expect(stored('tempPassword')).toBeNull()
    expect(readTempPassword(NOON)).toBeNull()
  })

  test('a password stored without a time waits for 5 minutes from its first reading', () => {
    firstFactorOnly()
    window.sessionStorage.removeItem('tempPasswordSince')
    expect(readTempPassword(NOON)).toBe('open-sesame')
    expect(stored('tempPasswordSince')).toBe(String(NOON))
    expect(readTempPassword(NOON + TEMP_PASSWORD_LIFETIME_MS - 1)).toBe('open-sesame')
    expect(readTempPassword(NOON + TEMP_PASSWORD_LIFETIME_MS)).toBeNull()
    expect(stored('tempPassword')).toBeNull()
  })

  test('the password is removed by Back to Login', () => {
    firstFactorOnly()
    endSession('login-page')
    expect(readTempPassword(NOON)).toBeNull()
    expect(stored('tempPassword')).toBeNull()
  })
})

describe('the end of a session', () => {
  const ends: readonly [reason: EndReason, wipes: boolean][] = [
    ['logout', true],
    ['refresh-failed', true],
    ['other-admin', true],
    ['expired', false],
    ['refused', false],
    ['hidden', false],
    ['login-page', false],
  ]
  test.each(ends)('an end by %s wipes what is stored on the device: %s', (reason, wipes) => {
    signedIn({ username: 'ada', features: ['bins'], cacheKey: 'a2V5' })
    writeSyncFlags({ bins: NOON })
    writeLastSyncTime(NOON)
    const heard: SessionEnd[] = []
    const stop = onSessionEnd((end) => void heard.push(end))
    endSession(reason)
    stop()
    expect(heard).toEqual([{ reason, wipes, username: 'ada' }])
    const locks = !wipes && reason !== 'login-page'
    expect(keys()).toEqual(locks ? ['lock'] : [])
    expect(readLock()).toEqual(locks ? { username: 'ada', wasHidden: reason === 'hidden' } : null)
    expect(readSession()).toMatchObject({ token: null, username: null, cacheKey: null })
  })

  test('listeners are called after the session is cleared', () => {
    signedIn()
    const tokens: (string | null)[] = []
    const stop = onSessionEnd(() => void tokens.push(readSession().token))
    endSession('expired')
    stop()
    expect(tokens).toEqual([null])
  })

  test('the end of a session notifies subscribers once, and none that have unsubscribed', () => {
    signedIn()
    const listener = vi.fn<() => void>()
    const stop = subscribeToSession(listener)
    endSession('expired')
    expect(listener).toHaveBeenCalledTimes(1)
    stop()
    signedIn()
    expect(listener).toHaveBeenCalledTimes(1)
  })

  test('the session stays the same object until something changes', () => {
    const session = signedIn()
    expect(readSession()).toBe(session)
  })
})

describe('the place of a lock', () => {
  test('the place is given back to the same admin, once', () => {
    storeReturnPlace({ username: 'ada', href: '/bins?q=A1' })
    expect(consumeReturnPlace('ada')).toBe('/bins?q=A1')
    expect(consumeReturnPlace('ada')).toBeNull()
  })

  test('the place is given to the same admin in any spelling of the name', () => {
    storeReturnPlace({ username: 'ada', href: '/bins' })
    expect(consumeReturnPlace('ADA')).toBe('/bins')
  })

  test('the place is not given to another admin, and not stored for a third sign-in', () => {
    storeReturnPlace({ username: 'ada', href: '/bins' })
    expect(consumeReturnPlace('bob')).toBeNull()
    expect(consumeReturnPlace('ada')).toBeNull()
  })

  test('the place survives the lock and the sign-in that follows', () => {
    signedIn({ username: 'ada' })
    storeReturnPlace({ username: 'ada', href: '/items' })
    endSession('hidden')
    const again = { token: 'new', username: 'ada', password: 'open-sesame', isSuperAdmin: false }
    passFirstFactor(again, Date.now())
    passSecondFactor({ token: 'newer', features: {}, cacheKey: null }, Date.now())
    expect(consumeReturnPlace('ada')).toBe('/items')
  })

  test('the place and the encrypted draft are stored until a logout', () => {
    signedIn()
    writeDraft('sealed')
    endSession('hidden')
    expect(readDraft()).toBe('sealed')
    signedIn()
    writeDraft('sealed')
    endSession('logout')
    expect(readDraft()).toBeNull()
  })

  test('the place is removed by a logout', () => {
    signedIn({ username: 'ada' })
    storeReturnPlace({ username: 'ada', href: '/items' })
    endSession('logout')
    expect(consumeReturnPlace('ada')).toBeNull()
  })

  test.each([
    'https://elsewhere.example/bins',
    '//elsewhere.example',
    '/\\\\elsewhere',
    'bins',
    '',
  ])('a stored place that is not a path of the console is ignored: %s', (href) => {
    storeReturnPlace({ username: 'ada', href })
    expect(consumeReturnPlace('ada')).toBeNull()
  })

  test.each([
    '/login',
    '/login?expired=true',
    '/super-admin-register',
    '/2fa-setup',
    '/reset-password?token=x',
    '/',
    '/nowhere',
    '/items/../login',
  ])('a stored place that is not a protected screen is ignored: %s', (href) => {
    storeReturnPlace({ username: 'ada', href })
    expect(consumeReturnPlace('ada')).toBeNull()
    expect(stored('returnPlace')).toBeNull()
  })

  test('a damaged place is ignored', () => {
    window.sessionStorage.setItem('returnPlace', '{"username":"ada","href":7}')
    expect(consumeReturnPlace('ada')).toBeNull()
  })
})

describe('times and flags of syncs', () => {
  test('the last successful fetch is stored, and unknown before the first', () => {
    signedIn()
    expect(readLastSyncTime()).toBeNull()
    writeLastSyncTime(NOON)
    expect(readLastSyncTime()).toBe(NOON)
  })

  test('a fetch answered after the end of the session is not stored', () => {
    signedIn()
    endSession('logout')
    writeLastSyncTime(NOON)
    expect(keys()).toEqual([])
  })

  test('sync flags are stored for as long as there are any', () => {
    writeSyncFlags({ bins: NOON })
    expect(readSyncFlags()).toEqual({ bins: NOON })
    writeSyncFlags({})
    expect(stored('syncInProgress')).toBeNull()
  })

  test('the intact sync flags are read if others are damaged', () => {
    window.sessionStorage.setItem('syncInProgress', '{"bins":"yes","items":5}')
    expect(readSyncFlags()).toEqual({ items: 5 })
    window.sessionStorage.setItem('syncInProgress', 'true')
    expect(readSyncFlags()).toEqual({})
  })
})

test('a passkey opens a full session in one step, also after a lock', () => {
  signedOut()
  passBothFactors(
    {
      token: 'one',
      username: 'ada',
      isSuperAdmin: true,
      features: { bins: true },
      cacheKey: 'key',
    },
    Date.now(),
  )
  expect(readSession()).toMatchObject({
    token: 'one',
    username: 'ada',
    twoFactorVerified: true,
    isSuperAdmin: true,
    cacheKey: 'key',
    features: { bins: true, items: false },
  })
})
