/**
 * Access is checked again in the transaction that acts (decisions/server/access.md). Here the session or
 * right of the caller ends after the body was read, while a password is hashed or a permit awaited, and at
 * the very moment at which the call acts.
 */
import type { FastifyInstance } from 'fastify'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { ADMIN_FEATURES, completeMobileFeatures } from '#contract/access.ts'
import { API_PREFIX } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import { pathWith } from '#contract/endpoint.ts'
import { ERP_FIELDS } from '#contract/forms.ts'
import { buildApp } from '#server/app.ts'
import { SEALED_FOR } from '#server/auth/seal.ts'
import type { Erp } from '#server/erp/erp.ts'
import {
  changeAdmin,
  findAdmin,
  lockAdmin,
  storePendingTotpSecret,
  removeAdmin,
} from '#server/db/repositories/admins.ts'
import {
  changeMobileUser,
  findMobileUser,
  removeMobileUser,
} from '#server/db/repositories/mobile-users.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import { collectionStates } from '#server/db/schema/mirror.ts'
import { audit } from '#server/db/schema/operations.ts'
import { admins } from '#server/db/schema/people.ts'
import { endSessionsOf } from '#server/db/repositories/sessions.ts'
import { saveSettings, settingPurpose } from '#server/db/repositories/settings.ts'
import { makeKeyPair, OAUTH2_SETTINGS } from '#server/erp/saved-certificate.ts'
import { allRows } from '#test/support/all-rows.ts'
import { testApp, type TestApp, NO_ERP } from '#test/support/server/app.ts'
import { call } from '#test/support/server/clients/call.ts'
import { databaseKind } from '#test/support/database/database.ts'
import { CONSOLE_CALLS } from '#test/support/declared-calls.ts'
import {
  admissionAfter,
  admissionIn,
  CHANGES,
  type Admission,
} from '#test/support/server/ended-rights.ts'
import { anAdjustment, aScanner, sendRecord } from '#test/support/floor.ts'
import { untilItWaits } from '#test/support/database/locks.ts'
import { aMobileUser, anAdmin, aSuperAdmin, type Person } from '#test/support/people.ts'
import { BODIES, NO_SETTINGS } from '#test/support/server/route-bodies.ts'

/** A port without a listener. */
const NOWHERE = 'http://127.0.0.1:9'

let server: TestApp
let root: Person

/** Runs once, before the next transaction that may write. */
let strike: (() => Promise<void>) | null = null

beforeEach(async () => {
  const counts = { added: 0, changed: 0, removed: 0, total: 0, refused: 0 }
  const nothing = async (): Promise<void> => {}
  const erp: Erp = {
    ...NO_ERP,
    pull: (_area, _by, asked) => asked.transaction(async () => counts),
    cancel: (_area, _by, asked) => asked.transaction(async () => true),
    poll: nothing,
    book: (_key, asked) =>
      asked.transaction(async () => ({ kind: 'succeeded', message: 'Booked' }) as const),
    close: nothing,
  }
  server = await testApp({ erp, env: { ERP_ALLOWED_HOSTS: NOWHERE } })
  root = await aSuperAdmin(server.context)
})

describe('before a call acts, after its body was read, a super admin with every flag', () => {
  /** Every call that acts; read-only calls have no transaction that writes. */
  const READING = ['POST /api/super-admin-status-check', 'POST /api/auth/check-2fa-status']
  const calls = [...CONSOLE_CALLS].filter(
    ([route, { access, method, path }]) =>
      access !== 'public' &&
      !READING.includes(route) &&
      (method !== 'GET' || /^\/netsuite\/(?!areas|runs|budget)/.test(path)),
  )
  const titles = ['signs out', 'is deleted', 'loses role and flags by hand']

  test.each(CHANGES.filter(({ title }) => titles.includes(title)))(
    'the calls of a super admin who $title act with the rights that are left',
    async (change) => {
      const { context, clock } = server
      const app = await buildApp({ ...context, db: striking(context.db) })
      await saveAllSettings()
      const told: [string, Admission, boolean][] = []
      for (const [nth, [route]] of calls.entries()) {
        await context.db.execute(sql`delete from attempts`)
        await othersAreThere()
        const username = `acting_${nth + 1}`
        const who = await anAdmin(context, {
          username,
          isSuperAdmin: true,
          features: ADMIN_FEATURES,
        })
        const pending = context.seal.seal(SEALED_FOR.pendingTotp(username), who.secret)
        await storePendingTotpSecret(context.db, username, pending)
        const token = await who.session()
        let before: unknown = 'it did not act'
        strike = async () => {
          await change.make(server, who, { token, root })
          before = await allRows(context.db)
        }
        const answer = await ask(app, route, token, who)
        const hasWritten = JSON.stringify(await allRows(context.db)) !== JSON.stringify(before)
        told.push([route, admissionIn(answer), hasWritten])
        clock.advance(1_000)
      }
      const refused = (admission: Admission) => admission !== 'admitted'
      const expected = calls.map(([route, { access }]) => {
        // Everyone signed in may save views, but only of the lists that they may open.
        const lacksList = route === 'POST /api/views' && change.title.startsWith('loses')
        return [route, lacksList ? 403 : admissionAfter(change, access)]
      })
      expect(told.map(([route, admission]) => [route, admission])).toEqual(expected)
      expect(told.filter(([, admission, hasWritten]) => refused(admission) && hasWritten)).toEqual(
        [],
      )
      await app.close()
    },
  )
})

const create = (token: string) =>
  call(server.app, endpoints.createAdmin, {
    token,
    body: BODIES['POST /api/admin/register']?.(root),
  })

const newcomers = () => server.context.db.$count(admins, sql`username = 'newcomer'`)

describe('at the moment at which a super admin creates another one', () => {
  const ends: readonly [
    what: string,
    status: number,
    end: (tx: Transaction) => Promise<unknown>,
  ][] = [
    ['who signs out', 401, (tx) => endSessionsOf(tx, 'ada')],
    ['who is deleted', 401, (tx) => removeAdmin(tx, 'ada')],
    ['who is demoted', 403, (tx) => changeAdmin(tx, 'ada', { isSuperAdmin: false }, new Date())],
  ]

  test.each(ends)(
    'the call of an admin %s at that moment is refused',
    async (_what, status, end) => {
      const ada = await aSuperAdmin(server.context, { username: 'ada' })
      const token = await ada.session()
      const late = await server.context.db.transaction(async (tx) => {
        await lockAdmin(tx, 'ada')
        await end(tx)
        const asked = create(token)
        await untilItWaits(tx, asked)
        return { asked }
      })
      expect((await late.asked).status).toBe(status)
      expect(await newcomers()).toBe(0)
    },
  )

  test('a logout waits until the call that came first is done', async () => {
    const token = await root.session()
    const late = await server.context.db.transaction(async (tx) => {
      // Adding an admin raises the sequence of the list at the end of the transaction.
      await tx.select().from(collectionStates).for('update')
      const created = create(token)
      await untilItWaits(tx, created)
      const left = call(server.app, endpoints.logout, { token })
      await untilItWaits(tx, left, 2)
      return { created, left }
    })
    const statuses = [(await late.created).status, (await late.left).status]
    const done = (await server.context.db.select().from(audit).orderBy(audit.id)).map(
      ({ action }) => action,
    )
    // On the single connection of the embedded database the order is random, but neither is half done.
    const either =
      databaseKind() === 'server' || done[0] === 'admin-created'
        ? { statuses: [200, 200], done: ['admin-created', 'signed-out'] }
        : { statuses: [401, 200], done: ['signed-out'] }
    expect({ statuses, done }).toEqual(either)
  })
})

describe('at the moment at which a mobile user sends a record', () => {
  test.each<[string, number, (tx: Transaction) => Promise<unknown>]>([
    ['who is deleted', 401, (tx) => removeMobileUser(tx, 'picker1')],
    [
      'who gets another password',
      401,
      (tx) => changeMobileUser(tx, 'picker1', { passwordHash: 'another' }, new Date()),
    ],
    [
      'who loses the flag',
      403,
      (tx) => changeMobileUser(tx, 'picker1', { features: completeMobileFeatures({}) }, new Date()),
    ],
  ])('a record of a user %s at that moment is not stored', async (_what, status, end) => {
    const token = await aScanner(server)
    const late = await server.context.db.transaction(async (tx) => {
      await end(tx)
      const asked = sendRecord(server, token, 'binAdjustmentRecords', anAdjustment('c-1'))
      await untilItWaits(tx, asked)
      return { asked }
    })
    expect((await late.asked).status).toBe(status)
    expect(await server.context.db.$count(floorRecords)).toBe(0)
  })
})

describe('super admins who act on each other at the same moment', () => {
  const edit = async (token: string, about: Person, changes: object = {}) =>
    call(server.app, endpoints.updateAdmin, {
      token,
      params: { username: about.username },
      body: {
        company_name: 'Dock',
        company_email: `${about.username}@dock.example`,
        ...changes,
      },
    })

  test('super admins who change each other wait for each other and do not deadlock', async () => {
    const one = await aSuperAdmin(server.context, { username: 'one' })
    const two = await aSuperAdmin(server.context, { username: 'two' })
    const both = [one, two]
    const rounds = Array.from({ length: 10 }, () => [
      ...both.flatMap((by) => both.map(async (about) => edit(await by.session(), about))),
      ...both.map(async (by) =>
        edit(await by.session(), root, { features: { bins: true, superAdmin: true } }),
      ),
      ...both.map(async (by) =>
        call(server.app, endpoints.tokenRefresh, { token: await by.session() }),
      ),
      ...both.map(async (by) => call(server.app, endpoints.logout, { token: await by.session() })),
    ])
    const answers = await Promise.all(rounds.flat())
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  })

  test('super admins who demote and delete each other leave one, who did it all', async () => {
    const names = ['a11', 'b22', 'c33', 'd44', 'e55']
    const others = await Promise.all(
      names.map((username) => aSuperAdmin(server.context, { username })),
    )
    const all = [root, ...others]
    // Every session starts before the first call, because a deleted admin cannot start one.
    const signedIn = await Promise.all(
      all.flatMap((by) =>
        all.map(async (about, nth) => ({
          token: await by.session(),
          about,
          isEdit: nth % 2 === 0,
        })),
      ),
    )
    const calls = signedIn.map(async ({ token, about, isEdit }) =>
      isEdit
        ? edit(token, about, { is_super_admin: false })
        : call(server.app, endpoints.deleteAdmin, { token, params: { username: about.username } }),
    )
    const answers = await Promise.all(calls)
    const unforeseen = answers.filter(({ status }) => ![200, 401, 403, 404, 409].includes(status))
    expect(unforeseen).toEqual([])
    expect(await server.context.db.$count(admins, sql`is_super_admin`)).toBe(1)
  })
})

/** A database that runs a callback once before a transaction that may write. */
function striking(db: Database): Database {
  const transaction: Database['transaction'] = async (work, config) => {
    const struck = config?.accessMode === 'read only' ? null : strike
    if (struck) strike = null
    await struck?.()
    return db.transaction(work, config)
  }
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') return transaction
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

/** A correct call of an account about itself or another one. */
async function ask(app: FastifyInstance, route: string, token: string, who: Person) {
  const { access = 'public', method = 'GET', path = '' } = CONSOLE_CALLS.get(route) ?? {}
  const about = access === 'any-session' ? who : { ...who, username: 'other' }
  const bodies: Readonly<Record<string, object>> = {
    'POST /api/2fa/enable': {
      username: who.username,
      secret_key: who.secret,
      totp_code: who.code(),
    },
    'POST /api/provide-env-data': { ...NO_SETTINGS, NETSUITE_ACCOUNT_ID: '77' },
    'POST /api/views': { screen: 'bins', name: 'Mine', config: { v: 1 } },
  }
  const { statusCode, body } = await app.inject({
    method,
    url: `${API_PREFIX}${pathWith(path, { username: 'other', userid: 'picker1', collection: 'x', id: 'x', key: 'scheme' })}`,
    headers: { authorization: `Bearer ${token}` },
    ...(method === 'GET' ? {} : { payload: bodies[route] ?? BODIES[route]?.(about) ?? {} }),
  })
  return { status: statusCode, body }
}

/** The accounts that the calls are about. */
async function othersAreThere(): Promise<void> {
  const { context } = server
  if (!(await findAdmin(context.db, 'other'))) await anAdmin(context, { username: 'other' })
  if (!(await findMobileUser(context.db, 'picker1'))) await aMobileUser(context)
}

/** The form of ERP Setup; a test of it reaches nothing. */
async function saveAllSettings(): Promise<void> {
  const { db, seal } = server.context
  const sealed = ERP_FIELDS.map(({ key }): [string, string] => [
    key,
    seal.seal(settingPurpose(key), key === 'NETSUITE_BASE_URL' ? NOWHERE : 'x'),
  ])
  const { certificateId, clientId, key: keyName } = OAUTH2_SETTINGS
  const { key } = await makeKeyPair(server.clock.now())
  const values = { [certificateId]: 'certificate-1', [clientId]: 'client-1', [keyName]: key }
  for (const [name, value] of Object.entries(values))
    sealed.push([name, seal.seal(settingPurpose(name), value)])
  await saveSettings(db, new Map(sealed), { by: 'root', at: new Date(server.clock.now()) })
}
