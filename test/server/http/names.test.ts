/**
 * A name in any letter case is the same account: for signing in, for being taken, for every limit
 * (decisions/server/rate-limits.md).
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { audit } from '#server/db/schema/operations.ts'
import { findItem } from '#server/erp/booking/meaning/find-item.ts'
import { knownRows } from '#server/erp/booking/meaning/known-rows.ts'
import { sentLines } from '#server/erp/booking/meaning/sent-lines.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { call } from '#test/support/server/clients/call.ts'
import { aScanner, signIn } from '#test/support/floor.ts'
import { aMobileUser, anAdmin, aSuperAdmin, PASSWORD } from '#test/support/people.ts'

/** Every spelling with letters that some function somewhere converts to the same lower case. */
const SPELLINGS = spellingsOf([
  ['f', 'F'],
  ['i', 'I', 'İ'],
  ['n'],
  ['i', 'ı', 'I\u0307'],
  ['s', 'ſ'],
  ['h', 'H'],
])
/** The spellings of the account called finish. */
const OWN = SPELLINGS.filter((name) => /^[A-Za-z]+$/.test(name))
/** With é as one character, and as two. */
const COMPOSED = 'renée@example.com'
const DECOMPOSED = COMPOSED.normalize('NFD')

let server: TestApp
let root: string

beforeEach(async () => {
  server = await testApp()
  root = await (await aSuperAdmin(server.context)).session()
})

const login = (username: string, password: string, address: string) =>
  call(server.app, endpoints.login, { body: { username, password }, address })
const mobileLogin = (userid: string, password: string, address: string) =>
  signIn(server, userid, password, address)
const addressOf = (turn: number) => `198.51.${100 + (turn >> 8)}.${turn & 255}`

describe.each([
  ['an admin', login, PASSWORD, () => anAdmin(server.context, { username: 'finish' })],
  ['a mobile user', mobileLogin, 'pallet', () => aMobileUser(server.context, { userid: 'finish' })],
] as const)('%s called finish', (_who, enter, password, add) => {
  beforeEach(async () => {
    await add()
  })

  test('an account signs in in capitals, and not with a letter that only a database takes for an i or an s', async () => {
    const admitted: string[] = []
    for (const [turn, name] of SPELLINGS.entries())
      if ((await enter(name, password, addressOf(turn))).status === 200) admitted.push(name)
    expect(admitted).toEqual(OWN)
  })

  test('all spellings of an account share ten wrong passwords', async () => {
    let tried = 0
    for (const [turn, name] of [...OWN, ...OWN, ...SPELLINGS].entries()) {
      const { status } = await enter(name, `guess-${turn}`, addressOf(turn))
      if (status === 401 && OWN.includes(name)) tried += 1
    }
    expect(tried).toBe(10)
    const refused = await server.context.db.select().from(audit)
    expect(refused.filter(({ target }) => target === 'finish')).toHaveLength(10)
  })
})

describe('a mail address', () => {
  beforeEach(async () => {
    await anAdmin(server.context, { username: 'renee', email: COMPOSED })
  })

  test.each([COMPOSED, DECOMPOSED, COMPOSED.toUpperCase(), DECOMPOSED.toUpperCase()])(
    'a mail address is taken, however it is written: %j',
    async (company_email) => {
      const profile = { company_name: 'Dock Ltd', company_email, phone_number: '5550100100' }
      const created = await call(server.app, endpoints.createAdmin, {
        token: root,
        body: {
          ...profile,
          username: 'other',
          password: 'secret',
          confirm_password: 'secret',
          is_super_admin: false,
          features: {},
        },
      })
      await anAdmin(server.context, { username: 'bob' })
      const edited = await call(server.app, endpoints.updateAdmin, {
        token: root,
        params: { username: 'bob' },
        body: { ...profile, username: 'bob', features: {}, password: '', confirm_password: '' },
      })
      expect([created.status, edited.status]).toEqual([409, 409])
    },
  )

  test('a mail address gets its reset link, however it is written', async () => {
    for (const email_or_username of [DECOMPOSED.toUpperCase(), COMPOSED])
      await call(server.app, endpoints.requestPasswordReset, { body: { email_or_username } })
    await expect.poll(() => server.mails.map(({ to }) => to)).toEqual([COMPOSED, COMPOSED])
  })

  test('all spellings of a mail address share five reset links', async () => {
    const letters = ['é', 'É', 'e\u0301', 'E\u0301']
    const spellings = spellingsOf([['r', 'R'], ['en'], letters, ['e@example.com', 'E@EXAMPLE.COM']])
    const answers = await Promise.all(
      spellings.map((email_or_username, turn) =>
        call(server.app, endpoints.requestPasswordReset, {
          body: { email_or_username },
          address: addressOf(turn),
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  })
})

test('an admin who has signed in under a name in capitals changes the own password', async () => {
  const ada = await anAdmin(server.context)
  const changed = await call(server.app, endpoints.updateAdmin, {
    token: await ada.session(),
    params: { username: 'ADA' },
    body: { password: 'another-one', confirm_password: 'another-one' },
  })
  expect(changed.status).toBe(200)
  expect((await login('ada', 'another-one', addressOf(1))).status).toBe(200)
})

test('the reserved mobile user is reserved in any letter case', async () => {
  await aMobileUser(server.context, { userid: 'erp-integration' })
  for (const userid of ['erp-integration', 'ERP-Integration'])
    expect((await signIn(server, userid, 'pallet')).status).toBe(401)
  const { body } = await call(server.app, listEndpoint('wmsAiUsers'), { token: root })
  expect(body['data']).toEqual([])
  expect(await aScanner(server, { userid: 'erp' })).not.toBe('')
})

test('an item is found by its name, whatever letters programs convert to lower case differently', async () => {
  const { db, now } = server.context
  await putRecords(db, 'items', [{ id: '77', name: 'İP 5 mm ÇELİK', lot_item: null }], now())
  for (const number of ['İP 5 mm ÇELİK', 'İP 5 mm ÇELİK'.normalize('NFD'), 'İP 5 MM ÇELİK']) {
    const lines = sentLines('binAdjustmentRecords', { item_data: [{ item_number: number }] })
    const known = await knownRows(db, lines)
    const found = lines.map(({ item }) => findItem(known, item))
    expect(found).toMatchObject([{ id: '77', name: 'İP 5 mm ÇELİK' }])
  }
})

function spellingsOf(places: readonly (readonly string[])[]): string[] {
  return places.reduce<string[]>(
    (starts, letters) => starts.flatMap((start) => letters.map((letter) => start + letter)),
    [''],
  )
}
