/** Every route of the console × everybody who may come: where the real router lets them be (specification.md section 2). */
import { createMemoryHistory } from '@tanstack/react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { ADMIN_FEATURES, type AdminFeature } from '#contract/access.ts'
import { SESSION_LIFETIME_MS } from '#contract/constants.ts'
import { SCREEN_PATHS } from '#contract/screens.ts'
import { makeRouter } from '#console/router.tsx'
import { guard, type Verdict } from '#console/session/guard.ts'
import { endSession, readSession, reloadSession, type Session } from '#console/session/session.ts'
import { offering } from '#test/support/console/console-config.ts'
import { firstFactorOnly, nobody, signedIn, skippedSetup } from '#test/support/console/session.ts'

type Need = 'any' | 'super admin' | AdminFeature

/** What each protected route needs. */
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
  '/audit-trail': 'super admin',
} as const satisfies Record<string, Need>

const PUBLIC = [
  '/',
  '/login',
  '/super-admin-register',
  '/2fa-login',
  '/2fa-setup',
  '/reset-password',
] as const

const PROTECTED = Object.keys(NEEDS) as (keyof typeof NEEDS)[]
const ROUTES = [...PUBLIC, ...PROTECTED]

/** Where each route leads, when it does not stay where it is. */
type Leads = (route: (typeof ROUTES)[number]) => string

const isPublic = (route: string): boolean => PUBLIC.some((page) => page === route)
const ALWAYS: readonly string[] = ['/login', '/super-admin-register']

const visitor: Leads = (route) => {
  if (route === '/2fa-login' || route === '/2fa-setup') return '/login'
  return isPublic(route) ? route : '/login'
}

/** Between the factors; without the stored password the set-up cannot go on. */
const between =
  (hasPassword: boolean): Leads =>
  (route) => {
    if (route === '/2fa-setup' && !hasPassword) return '/login'
    return isPublic(route) && route !== '/' ? route : '/2fa-login'
  }

/** Signed in, and let in where `meets` says so. */
const full =
  (meets: (need: Need) => boolean): Leads =>
  (route) => {
    if (ALWAYS.includes(route)) return route
    const need = new Map<string, Need>(Object.entries(NEEDS)).get(route)
    return need !== undefined && meets(need) ? route : '/dashboard'
  }

/** Set-up skipped after a network failure: the dashboard, and the way back to the second factor. */
const skipped: Leads = (route) =>
  route === '/2fa-login' || route === '/2fa-setup' ? route : full((need) => need === 'any')(route)

const people: readonly [who: string, come: () => void, leads: Leads][] = [
  ['a visitor', () => nobody(), visitor],
  ['who has only the password right', () => firstFactorOnly({ isSuperAdmin: true }), between(true)],
  [
    'whose password is kept no longer',
    () => {
      firstFactorOnly()
      window.sessionStorage.removeItem('tempPassword')
    },
    between(false),
  ],
  [
    'who has nothing but a stored name',
    () => {
      nobody()
      window.sessionStorage.setItem('username', 'ada')
      reloadSession(Date.now())
    },
    (route) => (route === '/2fa-login' ? route : visitor(route)),
  ],
  [
    'who has nothing but a stored password',
    () => {
      nobody()
      window.sessionStorage.setItem('tempPassword', 'open-sesame')
      window.sessionStorage.setItem('tempPasswordSince', String(Date.now()))
      reloadSession(Date.now())
    },
    visitor,
  ],
  ['an admin without flags', () => signedIn(), full((need) => need === 'any')],
  ...ADMIN_FEATURES.map((feature): (typeof people)[number] => [
    `an admin with the flag ${feature} alone`,
    () => signedIn({ features: [feature] }),
    full((need) => need === 'any' || need === feature),
  ]),
  [
    'an admin with every flag',
    () => signedIn({ features: ADMIN_FEATURES }),
    full((need) => need !== 'super admin'),
  ],
  [
    'a super admin without flags',
    () => signedIn({ isSuperAdmin: true }),
    full((need) => need === 'any' || need === 'super admin'),
  ],
  [
    'a super admin with every flag',
    () => signedIn({ isSuperAdmin: true, features: ADMIN_FEATURES }),
    full(() => true),
  ],
  ['an admin whose flags are not known yet', () => signedIn({ features: null }), full(() => true)],
  ['who skipped the set-up', () => skippedSetup(), skipped],
  ['a super admin who skipped the set-up', () => skippedSetup({ isSuperAdmin: true }), skipped],
  [
    'whose token is older than 4 hours',
    () => {
      const at = Date.now() - SESSION_LIFETIME_MS
      signedIn({ isSuperAdmin: true, features: ADMIN_FEATURES, at })
      reloadSession(Date.now())
    },
    visitor,
  ],
  [
    'whose session has expired or was refused',
    () => {
      signedIn({ isSuperAdmin: true, features: ADMIN_FEATURES })
      endSession('expired')
    },
    visitor,
  ],
]

/** Where the router ends after it was asked for a path. */
async function endOf(path: string): Promise<string> {
  const router = makeRouter({ history: createMemoryHistory({ initialEntries: [path] }) })
  await router.load()
  return router.state.location.pathname
}

beforeEach(() => {
  nobody()
})

test('the server has the page for every route of the console, and for no other', () => {
  expect(Object.keys(makeRouter().routesByPath).toSorted()).toEqual([...SCREEN_PATHS].toSorted())
})

describe('a route', () => {
  test('that is made has its place in this table', () => {
    const made = Object.keys(makeRouter().routesByPath)
    expect(made.toSorted()).toEqual([...PUBLIC, ...PROTECTED].toSorted())
  })

  test.each(people)('leads %s where the specification says', async (_who, come, leads) => {
    offering('audit')
    const found: Record<string, string> = {}
    for (const route of ROUTES) {
      // The login page clears the session of who comes there.
      come()
      found[route] = await endOf(route)
    }
    expect(found).toEqual(Object.fromEntries(ROUTES.map((route) => [route, leads(route)])))
  })
})

test('a route that the server does not offer leads as an unknown path does', async () => {
  for (const [who, come] of people) {
    come()
    const unknown = guard(readSession(), { kind: 'unknown' }, false)
    expect([who, await endOf('/audit-trail')]).toEqual([who, unknown])
  }
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
