/**
 * Every route of the console × every kind of visitor: where the real router leads them
 * (specification.md section 2).
 */
import { createMemoryHistory } from '@tanstack/react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { ADMIN_FEATURES, type AdminFeature } from '#contract/access.ts'
import { SESSION_LIFETIME_MS } from '#contract/constants.ts'
import { SCREEN_PATHS } from '#contract/screens.ts'
import { makeRouter } from '#console/router.tsx'
import { guard, type Verdict } from '#console/session/guard.ts'
import { endSession, readSession, reloadSession, type Session } from '#console/session/session.ts'
import { offering } from '#test/support/console/console-config.ts'
import {
  firstFactorOnly,
  signedOut,
  signedIn,
  skippedSetup,
} from '#test/support/console/session.ts'

type Need = 'any' | 'super admin' | 'any record' | AdminFeature

/** The flags of the four kinds of records. */
const RECORDS: readonly AdminFeature[] = ['bincount', 'binAdjustment', 'binTransfer', 'inbound']

/** What each protected route requires. */
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
  '/exceptions': 'any record',
  '/security': 'any',
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

/** Where each route redirects, if it does not stay. */
type Leads = (route: (typeof ROUTES)[number]) => string

const isPublic = (route: string): boolean => PUBLIC.some((page) => page === route)
const ALWAYS: readonly string[] = ['/login', '/super-admin-register']

const visitor: Leads = (route) => {
  if (route === '/2fa-login' || route === '/2fa-setup') return '/login'
  return isPublic(route) ? route : '/login'
}

/** Between the factors; without the stored password the setup cannot continue. */
const between =
  (hasPassword: boolean): Leads =>
  (route) => {
    if (route === '/2fa-setup' && !hasPassword) return '/login'
    return isPublic(route) && route !== '/' ? route : '/2fa-login'
  }

/** Signed in; `meets` says whether the route is allowed. */
const full =
  (meets: (need: Need) => boolean): Leads =>
  (route) => {
    if (ALWAYS.includes(route)) return route
    const need = new Map<string, Need>(Object.entries(NEEDS)).get(route)
    return need !== undefined && meets(need) ? route : '/dashboard'
  }

/** Setup skipped after a network failure: the dashboard, and the way back to the second factor. */
const skipped: Leads = (route) =>
  route === '/2fa-login' || route === '/2fa-setup' ? route : full((need) => need === 'any')(route)

const people: readonly [who: string, come: () => void, leads: Leads][] = [
  ['a visitor', () => signedOut(), visitor],
  ['an admin after the password', () => firstFactorOnly({ isSuperAdmin: true }), between(true)],
  [
    'an admin whose stored password has expired',
    () => {
      firstFactorOnly()
      window.sessionStorage.removeItem('tempPassword')
    },
    between(false),
  ],
  [
    'a visitor with only a stored name',
    () => {
      signedOut()
      window.sessionStorage.setItem('username', 'ada')
      reloadSession(Date.now())
    },
    (route) => (route === '/2fa-login' ? route : visitor(route)),
  ],
  [
    'a visitor with only a stored password',
    () => {
      signedOut()
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
    full(
      (need) =>
        need === 'any' || need === feature || (need === 'any record' && RECORDS.includes(feature)),
    ),
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
  ['an admin who skipped the setup', () => skippedSetup(), skipped],
  [
    'a super admin an admin who skipped the setup',
    () => skippedSetup({ isSuperAdmin: true }),
    skipped,
  ],
  [
    'an admin with a token older than 4 hours',
    () => {
      const at = Date.now() - SESSION_LIFETIME_MS
      signedIn({ isSuperAdmin: true, features: ADMIN_FEATURES, at })
      reloadSession(Date.now())
    },
    visitor,
  ],
  [
    'an admin whose session has expired or was refused',
    () => {
      signedIn({ isSuperAdmin: true, features: ADMIN_FEATURES })
      endSession('expired')
    },
    visitor,
  ],
]

/** The path at which the router ends. */
async function endOf(path: string): Promise<string> {
  const router = makeRouter({ history: createMemoryHistory({ initialEntries: [path] }) })
  await router.load()
  return router.state.location.pathname
}

beforeEach(() => {
  signedOut()
})

test('the server has the page for every route of the console, and for no other', () => {
  expect(Object.keys(makeRouter().routesByPath).toSorted()).toEqual([...SCREEN_PATHS].toSorted())
})

describe('a route', () => {
  test('every route is in this table', () => {
    const made = Object.keys(makeRouter().routesByPath)
    expect(made.toSorted()).toEqual([...PUBLIC, ...PROTECTED].toSorted())
  })

  test.each(people)('a route leads %s where the specification says', async (_who, come, leads) => {
    offering('audit', 'second-factor')
    const found: Record<string, string> = {}
    for (const route of ROUTES) {
      // The login page clears the session of anyone who opens it.
      come()
      found[route] = await endOf(route)
    }
    expect(found).toEqual(Object.fromEntries(ROUTES.map((route) => [route, leads(route)])))
  })
})

test('a route that the server does not offer behaves like an unknown path', async () => {
  for (const [who, come] of people) {
    come()
    const unknown = guard(readSession(), { kind: 'unknown' }, false)
    for (const path of ['/audit-trail', '/security'] as const)
      expect([who, await endOf(path)]).toEqual([who, unknown])
  }
})

describe('an unknown path', () => {
  const cases: readonly [who: string, session: () => Session, Verdict][] = [
    ['a visitor to the login', () => signedOut(), '/login'],
    ['an admin without the second factor to it', () => firstFactorOnly(), '/2fa-login'],
    ['a signed-in admin to the dashboard', () => signedIn(), '/dashboard'],
    ['an admin who skipped the setup to the dashboard', () => skippedSetup(), '/dashboard'],
  ]
  test.each(cases)('an unknown path leads %s', (_who, session, verdict) => {
    expect(guard(session(), { kind: 'unknown' }, false)).toBe(verdict)
  })
})
