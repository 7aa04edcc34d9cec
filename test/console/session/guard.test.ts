// @vitest-environment node
import { beforeEach, describe, expect, test } from 'vitest'
import { ADMIN_FEATURES, type AdminFeature } from '#contract/access.ts'
import { protectedScreens, publicPlaces } from '#console/screens/registry.ts'
import { guard, type Place, type Verdict } from '#console/session/guard.ts'
import type { Session } from '#console/session/session.ts'
import { firstFactorOnly, nobody, signedIn, skippedSetup } from '#test/support/session.ts'

/** What each protected route needs, as console.md section 2 has it: 'any', 'super admin' or a feature. */
const NEEDS = {
  '/dashboard': 'any',
  '/locations': 'locations',
  '/bins': 'bins',
  '/admins': 'super admin',
  '/inventory': 'inventory',
  '/items': 'items',
  '/sales-orders': 'salesorder',
  '/inbound-shipment': 'inbound',
  '/bin-count-records': 'bincount',
  '/bin-adjustment-records': 'binAdjustment',
  '/bin-transfer': 'binTransfer',
  '/inbound-data-records': 'inbound',
  '/wms-ai-users': 'super admin',
  '/netsuite-setup': 'locations',
} as const satisfies Record<string, 'any' | 'super admin' | AdminFeature>

type Route = keyof typeof NEEDS
const routes = Object.keys(NEEDS) as Route[]

function placeOf(route: Route): Place {
  const screen = protectedScreens.find(({ path }) => path === route)
  if (!screen) throw new Error(`no screen has the path ${route}`)
  return { kind: 'protected', access: screen.access }
}

const verdicts = (session: Session, hasPassword = false): Record<string, Verdict> =>
  Object.fromEntries(routes.map((route) => [route, guard(session, placeOf(route), hasPassword)]))

const all = (verdict: Verdict): Record<string, Verdict> =>
  Object.fromEntries(routes.map((route) => [route, verdict]))

/** Allowed where the table says so, else the dashboard. */
const opened = (by: (need: (typeof NEEDS)[Route]) => boolean): Record<string, Verdict> =>
  Object.fromEntries(routes.map((route) => [route, by(NEEDS[route]) ? 'allow' : '/dashboard']))

beforeEach(() => {
  nobody()
})

describe('protected screens', () => {
  test('are those of the specification, each in the table', () => {
    expect(protectedScreens.map(({ path }) => path).toSorted()).toEqual(routes.toSorted())
  })

  test('send a visitor to the login', () => {
    expect(verdicts(nobody())).toEqual(all('/login'))
  })

  test('send who has only the password right to the second factor', () => {
    expect(verdicts(firstFactorOnly())).toEqual(all('/2fa-login'))
    expect(verdicts(firstFactorOnly({ isSuperAdmin: true }), true)).toEqual(all('/2fa-login'))
  })

  test('show an admin without flags the dashboard and nothing else', () => {
    expect(verdicts(signedIn())).toEqual(opened((need) => need === 'any'))
  })

  test.each(ADMIN_FEATURES)('open with the flag %s what needs it, and nothing else', (feature) => {
    const session = signedIn({ features: [feature] })
    expect(verdicts(session)).toEqual(opened((need) => need === 'any' || need === feature))
  })

  test('open for a super admin the people, and areas only with their flags', () => {
    const session = signedIn({ isSuperAdmin: true })
    expect(verdicts(session)).toEqual(opened((need) => need === 'any' || need === 'super admin'))
    const whole = signedIn({ isSuperAdmin: true, features: ADMIN_FEATURES })
    expect(verdicts(whole)).toEqual(all('allow'))
  })

  test('are decided by the status check, not by the flag superAdmin', () => {
    const session = signedIn({ isSuperAdmin: false, features: ['superAdmin'] })
    expect(guard(session, placeOf('/admins'), false)).toBe('/dashboard')
  })

  test('show who skipped the set-up the dashboard alone', () => {
    expect(verdicts(skippedSetup())).toEqual(opened((need) => need === 'any'))
  })

  test('leave the decision to the feature step while the flags are unknown', () => {
    expect(verdicts(signedIn({ features: null }))).toEqual(all('allow'))
  })
})

describe('public pages', () => {
  const pages = Object.keys(publicPlaces) as (keyof typeof publicPlaces)[]
  type Pages = Record<(typeof pages)[number], Verdict>

  const cases: readonly [who: string, session: () => Session, hasPassword: boolean, Pages][] = [
    [
      'a visitor',
      () => nobody(),
      false,
      {
        '/': 'allow',
        '/login': 'allow',
        '/super-admin-register': 'allow',
        '/2fa-login': '/login',
        '/2fa-setup': '/login',
        '/reset-password': 'allow',
      },
    ],
    [
      'the password right, and kept',
      () => firstFactorOnly(),
      true,
      {
        '/': 'allow',
        '/login': 'allow',
        '/super-admin-register': 'allow',
        '/2fa-login': 'allow',
        '/2fa-setup': 'allow',
        '/reset-password': 'allow',
      },
    ],
    [
      'the password right, and kept no longer',
      () => firstFactorOnly(),
      false,
      {
        '/': 'allow',
        '/login': 'allow',
        '/super-admin-register': 'allow',
        '/2fa-login': 'allow',
        '/2fa-setup': '/login',
        '/reset-password': 'allow',
      },
    ],
    [
      'a signed-in admin',
      () => signedIn({ features: ['bins'] }),
      false,
      {
        '/': '/dashboard',
        '/login': 'allow',
        '/super-admin-register': 'allow',
        '/2fa-login': '/dashboard',
        '/2fa-setup': '/dashboard',
        '/reset-password': '/dashboard',
      },
    ],
    [
      'set-up skipped, password kept',
      () => skippedSetup(),
      true,
      {
        '/': '/dashboard',
        '/login': 'allow',
        '/super-admin-register': 'allow',
        '/2fa-login': 'allow',
        '/2fa-setup': 'allow',
        '/reset-password': '/dashboard',
      },
    ],
    [
      'set-up skipped, password gone',
      () => skippedSetup(),
      false,
      {
        '/': '/dashboard',
        '/login': 'allow',
        '/super-admin-register': 'allow',
        '/2fa-login': 'allow',
        '/2fa-setup': '/login',
        '/reset-password': '/dashboard',
      },
    ],
  ]

  test.each(cases)('for %s', (_who, session, hasPassword, expected) => {
    const who = session()
    const found = pages.map((page) => [page, guard(who, publicPlaces[page], hasPassword)])
    expect(Object.fromEntries(found)).toEqual(expected)
  })
})

describe('an unknown path', () => {
  const cases: readonly [who: string, session: () => Session, Verdict][] = [
    ['a visitor to the login', () => nobody(), '/login'],
    ['who lacks the second factor to it', () => firstFactorOnly(), '/2fa-login'],
    ['a signed-in admin to the dashboard', () => signedIn(), '/dashboard'],
    ['who skipped the set-up to the dashboard', () => skippedSetup(), '/dashboard'],
  ]
  test.each(cases)('leads %s', (_who, session, verdict) => {
    expect(guard(session(), { kind: 'unknown' }, false)).toBe(verdict)
  })
})
