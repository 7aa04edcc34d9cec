/**
 * Who may make which call: every route of the app, for every kind of caller. The table is copied from the
 * documents (specification.md section 2, decisions/server/access.md, decisions/server/registration.md,
 * decisions/server/erp-pulls.md), not from the contract.
 */
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_FEATURES, completeFeatures, type AdminFeature } from '#contract/access.ts'
import { TOKEN_REFRESH_REPEAT_MS } from '#contract/constants.ts'
import { startSession } from '#server/auth/sessions.ts'
import { tokenHashOf } from '#server/auth/tokens.ts'
import type { Erp } from '#server/erp/erp.ts'
import { changeAdmin, findAdmin, removeAdmin } from '#server/db/repositories/admins.ts'
import { endSession } from '#server/db/repositories/sessions.ts'
import { testApp, type TestApp, NO_ERP } from '#test/support/server/app.ts'
import { aMobileUser, anAdmin, aSuperAdmin, type Person } from '#test/support/people.ts'
import { BODIES } from '#test/support/server/route-bodies.ts'
import { routesOf } from '#test/support/server/routes.ts'

const HOUR_MS = 3_600_000

type Need =
  | 'anybody'
  /** A valid session, even without the second factor. */
  | 'session'
  /** The same, or a token whose session was refreshed. */
  | 'session or its successor'
  | 'signed in'
  | 'super admin'
  /** The account in the path is the caller's own, or the caller is a super admin. */
  | 'own'
  /** No session of an admin opens it (test/server/routes/mobile-app.test.ts has the others). */
  | 'mobile user'
  | { readonly flag: AdminFeature; readonly orSuperAdmin?: true }
  | { readonly anyFlag: readonly AdminFeature[] }

const flag = (name: AdminFeature): Need => ({ flag: name })
const pull = (name: AdminFeature): Need => ({ flag: name, orSuperAdmin: true })

/** Whoever may see one of the four kinds of records. */
const exceptions: Need = { anyFlag: ['bincount', 'binAdjustment', 'binTransfer', 'inbound'] }

const ROUTES: Readonly<Record<string, Need>> = {
  'GET /config.json': 'anybody',
  'GET /api/health': 'anybody',
  'POST /api/token': 'anybody',
  'POST /api/super-admin/register': 'anybody',
  'POST /api/request-password-reset': 'anybody',
  'POST /api/reset-password': 'anybody',
  'GET /api/super-admin-status-check': 'session',
  'POST /api/super-admin-status-check': 'session',
  'POST /api/auth/check-2fa-status': 'session',
  'POST /api/auth/login-with-2fa': 'session',
  'POST /api/admin/login-with-2fa': 'session',
  'POST /api/2fa/setup': 'session',
  'POST /api/2fa/enable': 'session',
  'POST /api/logout': 'session or its successor',
  'POST /api/token-refresh': 'signed in',
  'GET /api/admin/profile': 'signed in',
  'PUT /api/admin/profile/:username': 'own',
  'DELETE /api/admin/delete/:username': 'own',
  'POST /api/admin/register': 'super admin',
  'POST /api/admin/register-user': 'super admin',
  'PUT /api/wms-ai-users/update/:userid': 'super admin',
  'DELETE /api/wms-ai-users/delete/:userid': 'super admin',
  'POST /api/provide-env-data': 'super admin',
  'GET /api/provide-env-data': 'super admin',
  'POST /api/provide-env-data/test': 'super admin',
  'GET /api/provide-env-data/sign-in': 'super admin',
  'POST /api/provide-env-data/sign-in': 'super admin',
  'POST /api/provide-env-data/sign-in/test': 'super admin',
  'POST /api/provide-env-data/certificate': 'super admin',
  'GET /api/provide-env-data/reading': 'super admin',
  'PUT /api/provide-env-data/reading': 'super admin',
  'GET /api/provide-env-data/reading/choices': 'super admin',
  'POST /api/provide-env-data/reading/count': 'super admin',
  'GET /api/audit-trail': 'super admin',
  // What it says depends on the caller: test/server/routes/server-state.test.ts.
  'GET /api/server/state': 'signed in',
  // Which views, of which lists: test/server/routes/views.test.ts.
  'GET /api/views': 'signed in',
  'POST /api/views': 'signed in',
  'PUT /api/views/:id': 'signed in',
  'DELETE /api/views/:id': 'signed in',
  'PUT /api/view-defaults/:screen': 'signed in',
  'GET /api/me/preferences': 'signed in',
  'PUT /api/me/preferences/:key': 'signed in',
  'POST /api/passkey-options': 'signed in',
  'POST /api/passkeys': 'signed in',
  'PUT /api/passkeys/:id': 'signed in',
  'DELETE /api/passkeys/:id': 'signed in',
  'POST /api/auth/passkey/options': 'anybody',
  'POST /api/auth/login-with-passkey': 'anybody',
  'POST /api/step-up/options': 'signed in',
  'GET /api/me/security': 'signed in',
  'POST /api/recovery-codes': 'signed in',
  'POST /api/auth/login-with-recovery-code': 'session',
  'POST /api/step-up': 'signed in',
  'POST /api/authenticator': 'signed in',
  'DELETE /api/sessions/:id': 'signed in',
  'DELETE /api/sessions': 'signed in',
  'GET /api/admin/second-factors': 'super admin',
  // Never one's own: test/server/routes/second-factor/reset.test.ts.
  'POST /api/admin/second-factor/reset/:username': 'super admin',
  'GET /api/master-admin-details': 'super admin',
  'GET /api/wms-ai-users': 'super admin',
  'GET /api/data_locations': flag('locations'),
  'GET /api/data_bins': flag('bins'),
  'GET /api/data_inventory': flag('inventory'),
  'GET /api/data_items': flag('items'),
  'GET /api/bin-stock': flag('inventory'),
  'GET /api/data_sales_orders': flag('salesorder'),
  'GET /api/get-inbound-data': flag('inbound'),
  'GET /api/get-inbound-data-records': flag('inbound'),
  'GET /api/inbound-data-records': flag('inbound'),
  'GET /api/bin-count-records': flag('bincount'),
  'GET /api/bin-adjustment-records': flag('binAdjustment'),
  'GET /api/bin-transfer-records': flag('binTransfer'),
  // Which collections it counts depends on the flags: test/server/routes/collection-counts.test.ts.
  'GET /api/collection-counts': 'signed in',
  'GET /api/netsuite/locations': pull('locations'),
  'GET /api/netsuite/bins': pull('bins'),
  'GET /api/netsuite/inventory': pull('inventory'),
  'GET /api/netsuite/bin-stock': pull('inventory'),
  'GET /api/netsuite/items': pull('items'),
  'GET /api/netsuite/sales-orders': pull('salesorder'),
  'GET /api/netsuite/inbound-shipments': pull('inbound'),
  // Which collections they show depends on the flags: test/server/routes/sync-runs.test.ts.
  'GET /api/netsuite/areas': 'signed in',
  'GET /api/netsuite/budget': 'signed in',
  'GET /api/netsuite/runs': 'signed in',
  'POST /api/netsuite/read-again': 'super admin',
  'POST /api/netsuite/locations/cancel': pull('locations'),
  'POST /api/netsuite/bins/cancel': pull('bins'),
  'POST /api/netsuite/inventory/cancel': pull('inventory'),
  'POST /api/netsuite/bin-stock/cancel': pull('inventory'),
  'POST /api/netsuite/items/cancel': pull('items'),
  'POST /api/netsuite/sales-orders/cancel': pull('salesorder'),
  'POST /api/netsuite/inbound-shipments/cancel': pull('inbound'),
  'POST /api/bookings/:collection/:id/retry': 'super admin',
  // Which cases, and what may be done to them: test/server/routes/exceptions.test.ts.
  'GET /api/exceptions': exceptions,
  'GET /api/exceptions/causes/:cause/notes': exceptions,
  'GET /api/exceptions/cases/:collection/:id/notes': exceptions,
  'POST /api/exceptions/actions': exceptions,
  'POST /api/exceptions/retries': 'super admin',
  'GET /api/exceptions/retries/:id': exceptions,
  'POST /api/mobile/token': 'anybody',
  'POST /api/mobile/bin-count-records': 'mobile user',
  'POST /api/mobile/bin-adjustment-records': 'mobile user',
  'POST /api/mobile/bin-transfer-records': 'mobile user',
  'POST /api/mobile/inbound-data-records': 'mobile user',
}

/**
 * The answer to a permitted caller, where it is not 200: the token is invalid, nothing was issued,
 * everything is missing.
 */
const ADMITTED: Readonly<Record<string, number>> = {
  'POST /api/reset-password': 400,
  'POST /api/2fa/enable': 400,
  'POST /api/provide-env-data': 422,
  'POST /api/provide-env-data/test': 422,
  'POST /api/provide-env-data/sign-in': 422,
  'POST /api/provide-env-data/sign-in/test': 422,
  'POST /api/auth/login-with-recovery-code': 401,
  'POST /api/passkeys': 400,
  'PUT /api/passkeys/:id': 404,
  'DELETE /api/passkeys/:id': 404,
  'POST /api/auth/login-with-passkey': 401,
  'DELETE /api/sessions/:id': 404,
  'POST /api/admin/second-factor/reset/:username': 409,
  'GET /api/exceptions/cases/:collection/:id/notes': 404,
  'POST /api/exceptions/retries': 409,
  'GET /api/exceptions/retries/:id': 404,
  'POST /api/views': 422,
  'PUT /api/views/:id': 404,
  'DELETE /api/views/:id': 404,
  'PUT /api/view-defaults/:screen': 404,
  'PUT /api/me/preferences/:key': 404,
}

interface Caller {
  readonly title: string
  readonly stage: 'none' | 'first' | 'full'
  readonly isSuperAdmin?: boolean
  readonly features?: readonly AdminFeature[]
  readonly hasSuccessor?: true
  /** Makes the token from that of a full session. */
  readonly token?: (token: string, who: Person) => Promise<string | null> | string | null
}

const everything = { isSuperAdmin: true, features: ADMIN_FEATURES } as const

const ALL_MIGHTY: Caller = {
  title: 'a super admin with every flag',
  stage: 'full',
  ...everything,
}

const CALLERS: readonly Caller[] = [
  { title: 'a visitor', stage: 'none', token: () => null },
  { title: 'a token that was never issued', stage: 'none', token: () => 'A'.repeat(43) },
  {
    title: 'an expired session',
    stage: 'none',
    ...everything,
    token: (_token, who) => sessionSince(who, 'full', 4 * HOUR_MS),
  },
  {
    title: 'an expired first factor',
    stage: 'none',
    ...everything,
    token: (_token, who) => sessionSince(who, 'first', HOUR_MS / 4),
  },
  {
    title: 'an ended session',
    stage: 'none',
    ...everything,
    token: async (token) => {
      await endSession(server.context.db, tokenHashOf(token))
      return token
    },
  },
  {
    title: 'a session that was refreshed',
    stage: 'none',
    ...everything,
    hasSuccessor: true,
    token: async (token) => {
      expect((await ask('POST /api/token-refresh', token)).status).toBe(200)
      server.clock.advance(TOKEN_REFRESH_REPEAT_MS)
      return token
    },
  },
  {
    title: 'a deleted account',
    stage: 'none',
    ...everything,
    token: async (token, who) => {
      await removeAdmin(server.context.db, who.username)
      return token
    },
  },
  { title: 'the first factor', stage: 'first', features: ADMIN_FEATURES },
  { title: 'the first factor of a super admin', stage: 'first', ...everything },
  { title: 'no flags', stage: 'full' },
  ...ADMIN_FEATURES.map((name): Caller => ({
    title: `the flag ${name} alone`,
    stage: 'full',
    features: [name],
  })),
  { title: 'every flag', stage: 'full', features: ADMIN_FEATURES },
  { title: 'a super admin without flags', stage: 'full', isSuperAdmin: true },
  ALL_MIGHTY,
]

const OTHER: Caller = { title: 'somebody else', stage: 'full' }

let server: TestApp
/** The accounts of the callers by title, and the one that others ask about. */
const people = new Map<string, Person>()

beforeAll(async () => {
  const counts = { added: 0, changed: 0, removed: 0, total: 0, refused: 0 }
  const erp: Erp = {
    ...NO_ERP,
    pull: async () => counts,
    cancel: async () => true,
    poll: async () => {},
    book: async () => ({ kind: 'succeeded', message: 'Booked' }),
    close: async () => {},
  }
  server = await testApp({ env: { REGISTRATION: 'open' }, erp })
  await aSuperAdmin(server.context)
  for (const caller of CALLERS) await join(caller)
  await join(OTHER)
  await aMobileUser(server.context)
})

test('the table lists exactly the routes of the server', () => {
  const heads = Object.keys(ROUTES).flatMap((route) =>
    route.startsWith('GET ') ? [route.replace('GET', 'HEAD')] : [],
  )
  expect(routesOf(server.app)).toEqual([...Object.keys(ROUTES), ...heads].toSorted())
})

describe.each(Object.keys(ROUTES))('%s', (route) => {
  test('every permitted caller is answered as the table says', async () => {
    const answers: [string, number, number][] = []
    const expected: [string, number, number][] = []
    for (const caller of CALLERS) {
      for (const about of ROUTES[route] === 'own'
        ? (['other', 'own'] as const)
        : (['own'] as const)) {
        const title = `${caller.title}, about ${about}`
        const due = expectedStatus(route, caller, about)
        const { status, headStatus } = await cell(route, caller, about)
        expected.push([title, due, due])
        answers.push([title, status, headStatus])
      }
    }
    expect(answers).toEqual(expected)
  })
})

describe('a call about somebody else', () => {
  const aboutOne = Object.keys(ROUTES).filter(
    (route) => ROUTES[route] === 'session' && BODIES[route] !== undefined,
  )

  test.each(aboutOne)(
    'a call about somebody else is refused for every caller: %s',
    async (route) => {
      for (const caller of CALLERS.filter(({ stage }) => stage !== 'none')) {
        const { status } = await cell(route, caller, 'other')
        expect([caller.title, status]).toEqual([caller.title, 403])
      }
    },
  )
})

test('a caller without access is refused before the body is read', async () => {
  const withBody = Object.entries(ROUTES).filter(([route]) => !route.startsWith('GET '))
  for (const [route, need] of withBody.filter(
    ([, who]) => who !== 'anybody' && who !== 'mobile user',
  )) {
    // Calls for any session look into the body for the account they are about.
    const callers = CALLERS.filter(({ stage }) => need !== 'session' || stage === 'none')
    for (const caller of callers) {
      const status = expectedStatus(route, caller, 'other')
      if (status !== 401 && status !== 403) continue
      const answer = await cell(route, caller, 'other', '{"unfinished":')
      expect([route, caller.title, answer.status]).toEqual([route, caller.title, status])
    }
  }
})

test('a token in another scheme, or a longer one, is not valid', async () => {
  const token = await personOf(ALL_MIGHTY).session()
  const headers = ['Bearer', `Basic ${token}`, token, `Bearer ${token}x`, `Bearer ${token} x`]
  for (const [route, need] of Object.entries(ROUTES)) {
    if (need === 'anybody') continue
    for (const authorization of headers) {
      const { statusCode } = await server.app.inject({
        ...requestOf(route),
        headers: { authorization },
      })
      expect([route, authorization, statusCode]).toEqual([route, authorization, 401])
    }
  }
})

test('every other method on these paths is refused as such, with or without a session', async () => {
  const paths = new Set(Object.keys(ROUTES).map((route) => route.split(' ')[1] ?? ''))
  for (const token of [null, await personOf(ALL_MIGHTY).session()]) {
    for (const path of paths) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const route = `${method} ${path}`
        if (route in ROUTES || route.replace('HEAD', 'GET') in ROUTES) continue
        const { statusCode, body } = await server.app.inject({
          ...requestOf(route),
          headers: token === null ? {} : { authorization: `Bearer ${token}` },
        })
        const said =
          method === 'HEAD' ? '' : '{"detail":"Method Not Allowed","code":"method-not-allowed"}'
        expect([route, statusCode, body]).toEqual([route, 405, said])
      }
    }
  }
})

function expectedStatus(route: string, caller: Caller, about: 'own' | 'other'): number {
  const need = ROUTES[route] ?? 'anybody'
  const admitted = ADMITTED[route] ?? 200
  if (need === 'anybody') return admitted
  if (need === 'session or its successor' && caller.hasSuccessor) return admitted
  if (caller.stage === 'none' || need === 'mobile user') return 401
  if (need === 'session' || need === 'session or its successor') return admitted
  return caller.stage === 'full' && isAdmitted(need, caller, about) ? admitted : 403
}

function isAdmitted(
  need: Exclude<Need, 'anybody' | 'session' | 'session or its successor' | 'mobile user'>,
  { isSuperAdmin = false, features = [] }: Caller,
  about: 'own' | 'other',
): boolean {
  if (need === 'signed in') return true
  if (need === 'super admin') return isSuperAdmin
  if (need === 'own') return isSuperAdmin || about === 'own'
  if ('anyFlag' in need) return need.anyFlag.some((one) => features.includes(one))
  return features.includes(need.flag) || (need.orSuperAdmin === true && isSuperAdmin)
}

/** One cell of the table, with everything as before. A GET is also sent as HEAD. */
async function cell(route: string, caller: Caller, about: 'own' | 'other', payload?: string) {
  // A code of the previous step is used up.
  server.clock.advance(31_000)
  const who = personOf(caller)
  const first = await who.session(caller.stage === 'first' ? 'first' : 'full')
  const token = caller.token ? await caller.token(first, who) : first
  const answer = await ask(route, token, about === 'own' ? who : personOf(OTHER), payload)
  const isGet = route.startsWith('GET ')
  const head = isGet ? await ask(route.replace('GET', 'HEAD'), token) : answer
  if (!isGet && answer.status < 401) await tidy()
  if (!(await findAdmin(server.context.db, who.username))) await join(caller)
  return { status: answer.status, headStatus: head.status }
}

async function ask(route: string, token: string | null, who?: Person, payload?: string) {
  const body = who && BODIES[route]?.(who)
  const isForm = route === 'POST /api/token' || route === 'POST /api/mobile/token'
  const text = isForm
    ? new URLSearchParams(body as Record<string, string>).toString()
    : JSON.stringify(body)
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const sent = payload ?? text
  const { statusCode } = await server.app.inject({
    ...requestOf(route, who),
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(sent === undefined ? {} : { 'content-type': type }),
    },
    ...(sent === undefined ? {} : { payload: sent }),
  })
  return { status: statusCode }
}

function requestOf(route: string, who?: Person) {
  const [method = '', path = ''] = route.split(' ')
  const url = path.replace(':username', who?.username ?? 'other').replace(':userid', 'picker1')
  return { method: method as 'GET', url }
}

function sessionSince(who: Person, stage: 'first' | 'full', agoMs: number): Promise<string> {
  return startSession(server.context.db, who.username, stage, server.clock.now() - agoMs)
}

function personOf({ title }: Caller): Person {
  const known = people.get(title)
  if (!known) throw new Error(`${title} has no account`)
  return known
}

async function join(caller: Caller): Promise<void> {
  const { title, isSuperAdmin = false, features = [] } = caller
  const username = `caller_${CALLERS.indexOf(caller) + 1}`
  people.set(title, await anAdmin(server.context, { username, isSuperAdmin, features }))
  // The flag that decides nothing, even if it differs from the role, which does
  // (decisions/console/rights.md).
  if (features.includes('superAdmin') && !isSuperAdmin) {
    const flags = completeFeatures(Object.fromEntries(features.map((name) => [name, true])))
    await changeAdmin(server.context.db, username, { features: flags }, new Date())
  }
}

/** Reverts the effects of an admitted call. */
async function tidy(): Promise<void> {
  const { db } = server.context
  await db.execute(sql`delete from attempts`)
  await db.execute(sql`delete from admins where username = 'newcomer'`)
  await db.execute(sql`delete from mobile_users`)
  await aMobileUser(server.context)
  if (!(await findAdmin(db, personOf(OTHER).username))) await join(OTHER)
}
