/** Databases of earlier versions are migrated. */
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { completeFeatures, completeMobileFeatures } from '#contract/access.ts'
import type { Row } from '#contract/collections.ts'
import { readFloorRecord } from '#console/rows/reports.ts'
import { changeAdmin, findAdmin, insertAdmin } from '#server/db/repositories/admins.ts'
import { connectionsTo } from '#server/db/embedded/engine-stream.ts'
import { engineOf } from '#server/db/embedded/engine.ts'
import { migrate, migrations } from '#server/db/migrate.ts'
import { findMobileUser, insertMobileUser } from '#server/db/repositories/mobile-users.ts'
import type { Database } from '#server/db/database.ts'
import { canonicalJson, hashOf } from '#server/db/row-hash.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import { databaseKind, freshServerDatabase } from '#test/support/database/database.ts'

const BEFORE_KEYS = '0010'

let pool: pg.Pool
let db: Database
let said: string[]

beforeEach(async () => {
  pool = await emptyPool()
  db = drizzle(pool)
  said = []
  await pool.query('CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz)')
  for (const [path, sql] of Object.entries(migrations)) {
    const name = path.replace('./migrations/', '')
    if (name >= BEFORE_KEYS) continue
    for (const statement of sql.split('--> statement-breakpoint')) await pool.query(statement)
    await pool.query('INSERT INTO migrations VALUES ($1, now())', [name])
  }
})
afterEach(() => pool.end())

const update = () => migrate(pool, (sentence) => said.push(sentence))

describe('accounts of a version in which the database compared names', () => {
  const COMPOSED = 'renée@example.com'
  const DECOMPOSED = COMPOSED.normalize('NFD')

  test('accounts are found in any letter case as before, and their names stay taken', async () => {
    await addAdmin('Ada_1', 'Ada@Example.com', '2026-01-01')
    await addMobileUser('Picker1', '2026-01-01')
    await update()
    expect(said).toEqual([])
    for (const name of ['Ada_1', 'ada_1', 'ADA_1'])
      expect(await findAdmin(db, name)).toMatchObject({
        username: 'Ada_1',
        usernameKey: 'ada_1',
        companyEmailKey: 'ada@example.com',
      })
    expect(await findMobileUser(db, 'PICKER1')).toMatchObject({ userid: 'Picker1' })
    expect(await insertAdmin(db, anAdmin('ADA_1', 'other@example.com'))).toBe(false)
    expect(await insertAdmin(db, anAdmin('other', 'ADA@example.com'))).toBe(false)
    expect(await insertMobileUser(db, aMobileUser('picker1'))).toBe(false)
  })

  test('of two accounts whose names are the same now, the older gets all spellings and the other only its own', async () => {
    await addAdmin('\u00c5sa', DECOMPOSED, '2026-01-02')
    await addAdmin('A\u030asa', COMPOSED, '2026-01-01')
    await addMobileUser('\u00c5sa', '2026-01-02')
    await addMobileUser('A\u030asa', '2026-01-01')
    await update()
    const told = (field: string, table: string, one: string, other: string) =>
      `${field} '${one}' in ${table} is the same name as '${other}' in other letters: it is found only exactly as it is written`
    expect(said).toEqual([
      told('username', 'admins', '\u00c5sa', 'A\u030asa'),
      told('company_email', 'admins', DECOMPOSED, COMPOSED),
      told('userid', 'mobile_users', '\u00c5sa', 'A\u030asa'),
    ])
    const spellings = ['\u00c5sa', 'A\u030asa', '\u00e5SA', 'a\u030asa']
    const owners = ['\u00c5sa', 'A\u030asa', 'A\u030asa', 'A\u030asa']
    for (const [nth, name] of spellings.entries()) {
      expect((await findAdmin(db, name))?.username).toBe(owners[nth])
      expect((await findMobileUser(db, name))?.userid).toBe(owners[nth])
    }
    // No spelling that can be typed equals the key of the other account.
    const { rows } = await pool.query<{ key: string }>('SELECT username_key AS key FROM admins')
    expect(rows.filter(({ key }) => key === key.toLowerCase())).toHaveLength(1)
  })

  test('accounts whose names are the same now can be edited, and no third one can be added', async () => {
    await addAdmin('one', COMPOSED, '2026-01-01')
    await addAdmin('two', DECOMPOSED, '2026-01-02')
    await addAdmin('six', 'six@example.com', '2026-01-03')
    await update()
    const at = new Date()
    await changeAdmin(db, 'two', { companyName: 'Dock', companyEmail: DECOMPOSED }, at)
    expect(await findAdmin(db, 'two')).toMatchObject({ companyName: 'Dock' })
    const joined = changeAdmin(db, 'six', { companyEmail: DECOMPOSED.toUpperCase() }, at)
    expect(await joined.catch(isUniqueViolation)).toBe(true)
    await changeAdmin(db, 'two', { companyEmail: 'two@example.com' }, at)
    const taken = changeAdmin(db, 'six', { companyEmail: 'TWO@example.com' }, at)
    expect(await taken.catch(isUniqueViolation)).toBe(true)
  })
})

describe('records of a version that accepted ERP answers from devices', () => {
  test('records show only answers of the server, and consoles get the change', async () => {
    const answer = { netsuite_acknowledgment: { success: true } }
    const refused = { netsuite_acknowledgment: { success: false, message: 'No such bin' } }
    await addRecord('R1', { note: 'honest', details: { user: 'somebody' } })
    await addRecord('R2', { erp_response: answer, note: 'kept' })
    await addRecord('R3', {
      netsuite_response: refused,
      netsuite_acknowledgment_success: true,
      details: { Acknowledgement: 'Booked' },
    })
    await addRecord('R4', { netsuite_response: answer })
    // Not from a device: another program uses its own field names.
    await addRecord('R5', { erp_response: answer }, false)
    await pool.query(
      "INSERT INTO collection_states (collection, seq, epoch) VALUES ('binAdjustmentRecords', 7, 'e')",
    )
    expect(await outcomes()).toEqual(['none', 'succeeded', 'succeeded', 'succeeded', 'succeeded'])

    await update()
    expect(await outcomes()).toEqual(['none', 'none', 'failed', 'succeeded', 'succeeded'])
    expect(said).toEqual([
      '2 records from devices claimed an answer of the ERP, which was taken out of them',
      '1 refused record became a case',
    ])
    const cases = await pool.query('SELECT record_id, state, failures FROM cases')
    expect(cases.rows).toEqual([{ record_id: expect.any(String), state: 'new', failures: 1 }])
    const state = await pool.query<{ seq: string }>('SELECT seq FROM collection_states')
    expect(state.rows).toEqual([{ seq: '8' }])
    const { rows } = await pool.query<{ body: Row }>(
      'SELECT body FROM records WHERE seq = 8 ORDER BY id',
    )
    expect(rows.map(({ body }) => body)).toEqual([
      { id: 'R2', username: 'picker1', note: 'kept' },
      { id: 'R3', username: 'picker1', netsuite_response: refused, details: {} },
    ])
  })

  async function outcomes(): Promise<string[]> {
    const { rows } = await pool.query<{ body: Row }>('SELECT body FROM records ORDER BY id')
    return rows.map(({ body }) => readFloorRecord(body).outcome)
  }

  async function addRecord(id: string, fields: Row, isFromDevice = true): Promise<void> {
    const json = canonicalJson({ id, username: 'picker1', ...fields })
    await pool.query(
      `INSERT INTO records (collection, id, body, hash, seq, created_at, updated_at)
       VALUES ('binAdjustmentRecords', $1, $2, $3, 7, now(), now())`,
      [id, json, hashOf(json)],
    )
    if (isFromDevice)
      await pool.query(
        `INSERT INTO floor_records (collection, id, userid, client_id, hash, booking, created_at)
         VALUES ('binAdjustmentRecords', $1, 'picker1', $1, 'x', 'none', now())`,
        [id],
      )
  }
})

async function emptyPool(): Promise<pg.Pool> {
  if (databaseKind() === 'server')
    return new pg.Pool({ connectionString: await freshServerDatabase() })
  const stream = connectionsTo(engineOf(await PGlite.create()))
  return new pg.Pool({ max: 1, user: 'postgres', database: 'postgres', stream })
}

async function addAdmin(username: string, email: string, since: string): Promise<void> {
  await pool.query(
    `INSERT INTO admins (username, company_name, company_email, phone_number, password_hash, features, cache_key, created_at, updated_at)
     VALUES ($1, 'Dock', $2, '5550100100', 'x', '{}', 'x', $3, $3)`,
    [username, email, since],
  )
}

async function addMobileUser(userid: string, since: string): Promise<void> {
  await pool.query(
    `INSERT INTO mobile_users (userid, name, password_hash, location, multi_location_enable, features, created_at, updated_at)
     VALUES ($1, 'Pat Picker', 'x', 'Main', false, '{}', $2, $2)`,
    [userid, since],
  )
}

function anAdmin(username: string, companyEmail: string) {
  const at = new Date()
  const profile = { username, companyName: 'Dock', companyEmail, phoneNumber: '5550100100' }
  const secrets = { passwordHash: 'x', cacheKey: 'x' }
  return { ...profile, ...secrets, features: completeFeatures({}), createdAt: at, updatedAt: at }
}

function aMobileUser(userid: string) {
  const at = new Date()
  const profile = { userid, name: 'Pat Picker', location: 'Main', multiLocationEnable: false }
  const features = completeMobileFeatures({})
  return { ...profile, features, passwordHash: 'x', createdAt: at, updatedAt: at }
}
