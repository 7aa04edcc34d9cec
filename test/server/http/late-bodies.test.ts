/**
 * The answer to a call whose session or right ends between its headers and its body: every declared call
 * with a session × every way in which the right to make it ends (decisions/server/access.md). The calls
 * come from the contract, so a new one is included automatically.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { MOBILE_SESSION_LIFETIME_MS } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import { newToken, tokenHashOf } from '#server/auth/tokens.ts'
import { findAdmin } from '#server/db/repositories/admins.ts'
import { insertMobileSession } from '#server/db/repositories/mobile-sessions.ts'
import { findMobileUser, removeMobileUser } from '#server/db/repositories/mobile-users.ts'
import { NO_ERP } from '#test/support/server/app.ts'
import { allRows } from '#test/support/all-rows.ts'
import { call } from '#test/support/server/clients/call.ts'
import { CONSOLE_CALLS, MOBILE_CALLS } from '#test/support/declared-calls.ts'
import {
  admissionAfter,
  admissionIn,
  CHANGES,
  type Admission,
} from '#test/support/server/ended-rights.ts'
import { anAdjustment, FLOOR_FEATURES } from '#test/support/floor.ts'
import {
  lateCaller,
  type LateCall,
  type LateCaller,
} from '#test/support/server/clients/late-body.ts'
import { aMobileUser, anAdmin, aSuperAdmin, type Person } from '#test/support/people.ts'
import { BODIES } from '#test/support/server/route-bodies.ts'
import { routesOf } from '#test/support/server/routes.ts'

let server: LateCaller
let root: Person
let other: Person
let people = 0

beforeAll(async () => {
  const counts = { added: 0, changed: 0, removed: 0, total: 0, refused: 0 }
  server = await lateCaller({
    erp: {
      ...NO_ERP,
      pull: async () => counts,
      cancel: async () => true,
      poll: async () => {},
      book: async () => ({ kind: 'succeeded', message: 'Booked' }),
      close: async () => {},
    },
  })
  root = await aSuperAdmin(server.context)
  await othersAreThere()
})

afterAll(() => server.close())

test('the routes of the server are exactly the calls of the contract', () => {
  const routes = routesOf(server.app).filter((route) => !/^HEAD |config\.json$/.test(route))
  expect([...CONSOLE_CALLS.keys(), ...MOBILE_CALLS.keys()].toSorted()).toEqual(routes)
})

describe('between headers and body of every call, a super admin with every flag', () => {
  const calls = [...CONSOLE_CALLS].filter(([, { access }]) => access !== 'public')

  test.each(CHANGES)(
    'a super admin who $title is admitted by the rights that are left',
    async (change) => {
      people += 1
      const facts = { username: `late_${people}`, isSuperAdmin: true, features: ADMIN_FEATURES }
      const who = await anAdmin(server.context, facts)
      const token = await who.session()
      const begun: Begun[] = []
      for (const [route, { access }] of calls) {
        const about = access === 'any-session' ? who : other
        // Some of those that stay admitted end their session themselves.
        const own = change.leaves === null ? token : await who.session()
        const late = await server.begin(requestLine(route), own, bodyOf(route, about))
        begun.push({ route, late, expected: admissionAfter(change, access) })
      }
      await change.make(server, who, { token, root })
      const { told, before, after } = await finish(begun)
      expect(told).toEqual(begun.map(({ route, expected }) => [route, expected]))
      expect(after).toEqual(before)
      await othersAreThere()
    },
  )
})

describe('between headers and body of every record, a mobile user', () => {
  const calls = [...MOBILE_CALLS].filter(([, { access }]) => access !== 'public')
  const params = { userid: 'scanner' }
  const profile = { name: 'Pat', location: 'Main', multi_location_enable: false, features: {} }
  const update = async (body: object): Promise<unknown> =>
    call(server.app, endpoints.updateUser, { token: await root.session(), params, body })

  const changes: readonly [what: string, expected: Admission, make: () => unknown][] = [
    ['stays for longer than a shift', 401, () => server.clock.advance(MOBILE_SESSION_LIFETIME_MS)],
    [
      'is deleted',
      401,
      async () => call(server.app, endpoints.deleteUser, { token: await root.session(), params }),
    ],
    ['gets another password', 401, () => update({ new_password: 'pallets' })],
    ['loses every flag', 403, () => update(profile)],
  ]

  test.each(changes)('a mobile user who %s is refused', async (_what, expected, make) => {
    const { context, clock } = server
    await removeMobileUser(context.db, 'scanner')
    await aMobileUser(context, { userid: 'scanner', features: FLOOR_FEATURES })
    const token = newToken()
    const expiresAt = new Date(clock.now() + MOBILE_SESSION_LIFETIME_MS)
    const session = { tokenHash: tokenHashOf(token), userid: 'scanner', expiresAt }
    await insertMobileSession(context.db, session, new Date(clock.now()))
    const begun: Begun[] = []
    for (const [route] of calls) {
      const late = await server.begin(route, token, JSON.stringify(anAdjustment('c-1')))
      begun.push({ route, late, expected })
    }
    await make()
    const { told, before, after } = await finish(begun)
    expect(told).toEqual(calls.map(([route]) => [route, expected]))
    expect(after).toEqual(before)
  })
})

describe('five bytes of a call that would create another super admin', () => {
  const registered = JSON.stringify({
    username: 'usurper',
    company_name: 'Dock',
    company_email: 'usurper@dock.example',
    phone_number: '5550100100',
    is_super_admin: true,
    password: 'sesame',
    confirm_password: 'sesame',
  })
  const taken = JSON.stringify({ password: 'sesame', confirm_password: 'sesame' })
  const ends = CHANGES.filter(({ leaves }) => leaves?.isSuperAdmin !== true)

  test.each(ends)('a started call has no effect when its sender $title', async (change) => {
    people += 1
    const facts = { username: `late_${people}`, isSuperAdmin: true, features: ADMIN_FEATURES }
    const who = await anAdmin(server.context, facts)
    const token = await who.session()
    const created = await server.begin('POST /api/admin/register', token, registered)
    const changed = await server.begin('PUT /api/admin/profile/root', token, taken)
    await change.make(server, who, { token, root })
    const before = await findAdmin(server.context.db, 'root')
    const refused = change.leaves === null ? 401 : 403
    expect((await created.finish()).status).toBe(refused)
    expect((await changed.finish()).status).toBe(refused)
    expect(await findAdmin(server.context.db, 'usurper')).toBeNull()
    expect(await findAdmin(server.context.db, 'root')).toEqual(before)
  })
})

/** It ends the sessions of all other calls, so it comes last. */
const ENDS_THE_OTHERS = 'DELETE /api/sessions'

/** A call that was started, and the expected answer. */
interface Begun {
  readonly route: string
  readonly late: LateCall
  readonly expected: Admission
}

/**
 * Continues all calls, those that must be refused first: until `after` they may leave no trace in the
 * database.
 */
async function finish(begun: readonly Begun[]) {
  const { db } = server.context
  const told = new Map<string, Admission>()
  const end = async (which: readonly Begun[]): Promise<void> => {
    for (const { route, late } of which) told.set(route, admissionIn(await late.finish()))
  }
  const before = await allRows(db)
  await end(begun.filter(({ expected }) => expected !== 'admitted'))
  const after = await allRows(db)
  const admitted = begun.filter(({ expected }) => expected === 'admitted')
  await end(admitted.filter(({ route }) => route !== ENDS_THE_OTHERS))
  await end(admitted.filter(({ route }) => route === ENDS_THE_OTHERS))
  return { told: begun.map(({ route }) => [route, told.get(route)]), before, after }
}

function requestLine(route: string): string {
  return route.replace(':username', 'other').replace(':userid', 'picker1')
}

/** A GET has no body. Calls that need none are sent one all the same, which is awaited like any other. */
function bodyOf(route: string, about: Person): string | undefined {
  if (route.startsWith('GET ')) return undefined
  return JSON.stringify(BODIES[route]?.(about) ?? {}).padEnd(10)
}

/** The accounts that the calls are about. */
async function othersAreThere(): Promise<void> {
  const { context } = server
  if (!(await findAdmin(context.db, 'other'))) other = await anAdmin(context, { username: 'other' })
  if (!(await findMobileUser(context.db, 'picker1'))) await aMobileUser(context)
}
