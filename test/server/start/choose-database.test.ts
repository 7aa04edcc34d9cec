/** Which database a start uses, with databases of a real Postgres server. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import {
  draftSavedDatabase,
  openSavedDatabase,
  savedDatabaseFile,
  type SavedDatabase,
} from '#server/auth/saved-database.ts'
import { sealerWith } from '#server/auth/seal.ts'
import { tryDatabase } from '#server/db/database-url.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { databaseOn } from '#server/db/connections.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { records } from '#server/db/schema/mirror.ts'
import { audit } from '#server/db/schema/operations.ts'
import { admins, mobileUsers } from '#server/db/schema/people.ts'
import { readEnv, type Env } from '#server/env.ts'
import { openLog } from '#server/log.ts'
import { chooseDatabase } from '#server/start/choose-database.ts'
import { DEAD_PORT } from '#test/support/server/free-port.ts'
import { aMobileUser, anAdmin } from '#test/support/people.ts'
import { startPostgres, type TestPostgres } from '#test/support/database/postgres.ts'

/** More than one batch. */
const ROWS = 2_100
const HUGE = 9_007_199_254_740_991
const STRANGE: Row = {
  id: 'ß 1',
  memo: 'ÿ " \\ \u2028 {1,NULL}',
  big: HUGE,
  none: null,
  list: [1, '2'],
}

let postgres: TestPostgres
let folder: string
let env: Env
/** The database used until now; no test changes it. */
let old: { readonly url: string; readonly database: OpenDatabase }
let logged: string[]
let doubts: string[]
let made = 0

const KEY = 'the key of all starts but those that say so'
const OTHER_KEY = 'k'.repeat(32)
const seal = sealerWith(KEY)

const fail = (error: Error): never => {
  throw error
}
const opened: OpenDatabase[] = []

beforeAll(async () => {
  postgres = await startPostgres()
  old = await filled()
  opened.length = 0
})
afterAll(async () => {
  await old.database.close()
  await postgres.stop()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-choice-'))
  env = settingsOf({})
  logged = []
  doubts = []
})
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
  rmSync(folder, { recursive: true })
})

test('a saved database without admins gets every row of the old one, which is unchanged', async () => {
  const before = await contents(old.database)
  const url = await newUrl()
  await keep({ url, before: old.url })
  const database = await start()
  expect(await contents(database)).toEqual(before)
  expect(await contents(old.database)).toEqual(before)
  expect(logged.join('')).toContain('everything has been moved')
  expect((await openSavedDatabase(folder, [seal])).saved).toEqual({ url })

  const entry = { at: new Date(), actor: 'ada', action: 'x', target: 'y', address: 'z' }
  const [next] = await database.db.insert(audit).values(entry).returning({ id: audit.id })
  expect(next?.id).toBe(4)
})

test('a saved database that has admins is used as it is', async () => {
  const { url, database } = await filled('grace')
  const before = await contents(database)
  await keep({ url, before: old.url })
  expect(await contents(await start())).toEqual(before)
  expect(logged).toEqual([])
})

test('an interrupted move leaves nothing, and the next start repeats it from the beginning', async () => {
  const url = await newUrl()
  await keep({ url, before: old.url })
  const holder = await open(url)
  const client = await holder.pool.connect()
  // Sessions refer to admins, which are in the transaction by then.
  await client.query('BEGIN')
  await client.query('LOCK TABLE sessions IN SHARE ROW EXCLUSIVE MODE')
  const cut = start().then(
    () => 'started',
    (error: Error) => error.message,
  )
  const blocked = `FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  await expect.poll(async () => (await holder.pool.query(`SELECT 1 ${blocked}`)).rowCount).toBe(1)
  await holder.pool.query(`SELECT pg_terminate_backend(pid) ${blocked}`)
  expect(await cut).toMatch(/^The database saved in ERP Setup cannot be used \(/)
  await client.query('ROLLBACK')
  client.release()
  expect(Object.values(await contents(holder)).flat()).toEqual([])

  expect(await contents(await start())).toEqual(await contents(old.database))
})

describe('the start fails with one sentence', () => {
  const cannot = (why: string) =>
    `The database saved in ERP Setup cannot be used (${why}): make it usable, or set DATABASE_URL or remove ${savedDatabaseFile(folder)} to use another one.`

  test('the start fails if the saved database does not answer, without showing its password', async () => {
    await keep({ url: `postgres://u:hunter2@127.0.0.1:${DEAD_PORT}/d`, before: old.url })
    await expect(start()).rejects.toThrow(cannot(`connect ECONNREFUSED 127.0.0.1:${DEAD_PORT}`))
  })

  test('the start fails if the file was sealed with another key, or is damaged', async () => {
    await keep({ url: await newUrl(), before: old.url })
    const other = settingsOf({ SECRET_KEY: OTHER_KEY })
    await expect(start(other)).rejects.toThrow(/^The database saved .* \(sealed with key /)
    writeFileSync(savedDatabaseFile(folder), 'nonsense')
    await expect(start()).rejects.toThrow(cannot('not a sealed text of version 1'))
  })

  test('the start fails if the old database cannot be read, and the new one stays empty', async () => {
    const url = await newUrl()
    const before = `postgres://u:hunter2@127.0.0.1:${DEAD_PORT}/d`
    await keep({ url, before })
    await expect(start()).rejects.toThrow(/database used until now cannot be read: connect ECONN/)
    expect(Object.values(await contents(await open(url))).flat()).toEqual([])
  })

  test('the start fails if the saved database has rows but no admins, and the rows stay', async () => {
    const url = await newUrl()
    const other = await open(url)
    await aMobileUser({ db: other.db, seal, now: Date.now })
    await keep({ url, before: old.url })
    await expect(start()).rejects.toThrow(
      cannot('it has no admins, but its table mobile_users is not empty'),
    )
    expect(await other.db.$count(mobileUsers)).toBe(1)
  })

  test('the start fails if the saved database was in use and has lost its admins', async () => {
    await keep({ url: await newUrl() })
    await expect(start()).rejects.toThrow(cannot('it was in use and has no admins any more'))
  })

  test('the start fails if the accounts of the saved database were sealed with another key', async () => {
    const url = await newUrl()
    const other = sealerWith(OTHER_KEY)
    await anAdmin({ db: (await open(url)).db, seal: other, now: Date.now })
    await keep({ url, before: old.url })
    await expect(start()).rejects.toThrow(
      cannot('what is in the database was sealed with another one'),
    )
  })

  test('the start fails if no tables can be created in the saved database', async () => {
    const url = await newUrl()
    const owner = new pg.Client({ connectionString: url })
    await owner.connect()
    const guest = new URL(url)
    guest.username = guest.pathname.slice(1)
    guest.password = 'guest'
    await owner.query(`CREATE ROLE ${guest.username} LOGIN PASSWORD 'guest'`)
    await owner.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC')
    await keep({ url: guest.href, before: old.url })
    await expect(start()).rejects.toThrow(cannot('this user may not create tables there'))
    await owner.query(`DROP ROLE ${guest.username}`)
    await owner.end()
  })
})

describe('DATABASE_URL', () => {
  test('DATABASE_URL takes precedence over the saved database, and gets everything if it is empty', async () => {
    await keep({ url: old.url })
    const database = await start(withUrl(await newUrl()))
    expect(await contents(database)).toEqual(await contents(old.database))
    expect(logged).toHaveLength(2)
    expect((await openSavedDatabase(folder, [seal])).saved).toEqual({ url: old.url })
  })

  test('DATABASE_URL may name an empty database if nothing was used before', async () => {
    const database = await start(withUrl(await newUrl()))
    expect(Object.values(await contents(database)).flat()).toEqual([])
  })

  test('DATABASE_URL is not filled from a database that was sealed with another key', async () => {
    await keep({ url: old.url }, OTHER_KEY)
    const url = await newUrl()
    const other = settingsOf({ DATABASE_URL: url, SECRET_KEY: OTHER_KEY })
    await expect(start(other)).rejects.toThrow(
      /^SECRET_KEY must be .* \(the database used until now was sealed with another one/,
    )
    expect(Object.values(await contents(await open(url))).flat()).toEqual([])
  })

  test('DATABASE_URL that names a database with admins opens no other', async () => {
    await keep({ url: `postgres://u@127.0.0.1:${DEAD_PORT}/d` })
    const database = await start(withUrl(old.url))
    expect(await contents(database)).toEqual(await contents(old.database))
  })
})

describe('a start asks of DATABASE_URL what ERP Setup asks', () => {
  const refused = (why: string) =>
    `DATABASE_URL must be the address of a reachable Postgres database, postgres://user:password@host/name (${why}).`

  test('a new database in SQL_ASCII, which keeps every text as it comes, is used with a warning', async () => {
    const database = await start(withUrl(await encodedIn('SQL_ASCII')))
    await anAdmin({ db: database.db, seal, now: Date.now })
    await database.db.update(admins).set({ companyName: 'Łódź 倉庫' })
    const [admin] = await database.db.select().from(admins)
    expect(admin?.companyName).toBe('Łódź 倉庫')
    expect(doubts).toEqual(['the database is used, but it is not encoded in UTF-8'])
  })

  test('a new database in LATIN1 is refused', async () => {
    const url = await encodedIn('LATIN1')
    await expect(start(withUrl(url))).rejects.toThrow(refused('it is not encoded in UTF-8'))
    expect(await tablesIn(url)).toEqual([])
  })

  test('a database in another encoding that already has admins is used, with a warning', async () => {
    const url = await encodedIn('LATIN1')
    const pool = new pg.Pool({ connectionString: url })
    await migrate(pool)
    await anAdmin({ db: databaseOn(pool), seal, now: Date.now })
    await pool.end()
    const database = await start(withUrl(url))
    expect(await database.db.$count(admins)).toBe(1)
    expect(doubts).toEqual(['the database is used, but it is not encoded in UTF-8'])
  })

  test.each([
    ['admins', 'CREATE TABLE admins (id int)'],
    ['migrations', 'CREATE TABLE migrations (id int, name text, run_on timestamp)'],
  ])('a database with the %s of another program is refused and left alone', async (name, sql) => {
    const url = await newUrl()
    await run(url, sql)
    await expect(start(withUrl(url))).rejects.toThrow(refused('it has tables of another program'))
    expect(await tablesIn(url)).toEqual([name])
  })

  test('a database that can only be read is refused', async () => {
    const url = await newUrl()
    await run(
      url,
      `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`,
    )
    await expect(start(withUrl(url))).rejects.toThrow(refused('it can only be read'))
  })

  function encodedIn(encoding: string): Promise<string> {
    return newUrl(`TEMPLATE template0 ENCODING '${encoding}' LOCALE 'C'`)
  }

  async function run(url: string, sql: string): Promise<string[]> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ name: string }>(sql)
    await client.end()
    return rows.map(({ name }) => name)
  }

  function tablesIn(url: string): Promise<string[]> {
    return run(url, "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'")
  }
})

describe('a folder that was used with a Postgres server', () => {
  const refusal = (place: string) =>
    `DATABASE_URL is not set, but the data folder '${folder}' was used with ${place} until now: set DATABASE_URL to it, or remove ${folder}/uses-postgres to use the embedded database of this folder instead.`
  const placeIn = (url: string) => `the Postgres database ${url.slice(url.indexOf('@') + 1)}`

  test('a folder used with DATABASE_URL neither opens nor creates an embedded database without it', async () => {
    await start(withUrl(old.url))
    expect(statSync(join(folder, 'uses-postgres')).mode & 0o777).toBe(0o600)
    await expect(start()).rejects.toThrow(refusal(placeIn(old.url)))
    expect(readdirSync(folder)).toEqual(['uses-postgres'])
    expect(readFileSync(join(folder, 'uses-postgres'), 'utf8')).not.toContain(
      new URL(old.url).password,
    )
  })

  test('a folder used with ERP Setup creates none when the saved database is taken back and nothing was before', async () => {
    await keep({ url: old.url })
    await start()
    rmSync(savedDatabaseFile(folder))
    await expect(start()).rejects.toThrow(refusal(placeIn(old.url)))
    expect(readdirSync(folder)).toEqual(['uses-postgres'])
  })

  test('a folder with a damaged note opens no embedded database', async () => {
    writeFileSync(join(folder, 'uses-postgres'), '')
    await expect(start()).rejects.toThrow(refusal('a Postgres database'))
  })

  describe('DATABASE_URL that names another, empty database', () => {
    const refused = (url: string) =>
      `DATABASE_URL must be the address of a reachable Postgres database, postgres://user:password@host/name (it has no admins, and this data folder was used with ${placeIn(url)} until now: restore that one here, correct the address, or remove ${folder}/uses-postgres to begin with an empty one).`
    const note = () => readFileSync(join(folder, 'uses-postgres'), 'utf8')

    test('the start is refused, again and again, and the note still names the database with the admins', async () => {
      await start(withUrl(old.url))
      const before = note()
      const typo = withUrl(await newUrl())
      const sentence = refused(old.url)
      await expect(start(typo)).rejects.toThrow(sentence)
      await expect(start(typo)).rejects.toThrow(sentence)
      expect(note()).toBe(before)
      expect(await contents(await start(withUrl(old.url)))).toEqual(await contents(old.database))
    })

    test('the start is refused too if another database without admins is saved', async () => {
      await start(withUrl(old.url))
      await keep({ url: await newUrl() })
      await expect(start(withUrl(await newUrl()))).rejects.toThrow(refused(old.url))
    })

    test('the start is refused if the note does not say which database was used', async () => {
      writeFileSync(join(folder, 'uses-postgres'), '')
      await expect(start(withUrl(await newUrl()))).rejects.toThrow(
        /it has no admins, and this data folder was used with a Postgres database until now: /,
      )
    })

    test('the empty database is used once the note is removed', async () => {
      await start(withUrl(old.url))
      rmSync(join(folder, 'uses-postgres'))
      const url = await newUrl()
      await start(withUrl(url))
      expect(note()).toContain(new URL(url).pathname)
    })

    test('the database that the note names may be empty, as between the first start and the first admin', async () => {
      const first = withUrl(await newUrl())
      await start(first)
      const database = await start(first)
      expect(await database.db.$count(admins)).toBe(0)
    })
  })

  test('a folder that is not writable gets no note, and DATABASE_URL is used', async () => {
    // A folder at its path, because root may write any file.
    mkdirSync(join(folder, 'uses-postgres'))
    const database = await start(withUrl(old.url))
    expect(await contents(database)).toEqual(await contents(old.database))
  })
})

test('saving replaces the file as a whole, and a dropped draft leaves nothing', async () => {
  await keep({ url: 'postgres://one/x', before: null })
  const draft = await draftSavedDatabase(folder, seal, { url: 'postgres://two/x', before: null })
  expect((await openSavedDatabase(folder, [seal])).saved).toEqual({
    url: 'postgres://one/x',
    before: null,
  })
  await draft.drop()
  await keep({ url: 'postgres://three/x' })
  expect((await openSavedDatabase(folder, [seal])).saved).toEqual({ url: 'postgres://three/x' })
  expect(readdirSync(folder).toSorted()).toEqual(['saved-database'])
})

function settingsOf(given: Readonly<Record<string, string>>): Env {
  return readEnv({ DATA_DIR: folder, SECRET_KEY: KEY, ...given })
}

function withUrl(url: string): Env {
  return settingsOf({ DATABASE_URL: url })
}

async function keep(saved: SavedDatabase, key = KEY): Promise<void> {
  await (await draftSavedDatabase(folder, sealerWith(key), saved)).keep()
}

async function start(settings: Env = env): Promise<OpenDatabase> {
  const log = openLog('info', { write: (line) => void logged.push(line) })
  const onDoubt = (sentence: string): void => void doubts.push(sentence)
  const events = { onTrouble: () => undefined, onDeath: fail, onDoubt }
  const database = await (await chooseDatabase(settings, { events, log })).open()
  opened.push(database)
  return database
}

function newUrl(how = ''): Promise<string> {
  made += 1
  return postgres.createDatabase(`choice_${made}`, how)
}

async function open(databaseUrl: string): Promise<OpenDatabase> {
  const events = { onTrouble: fail, onDeath: fail }
  const database = await openDatabase({ databaseUrl, dataDir: 'unused' }, events)
  opened.push(database)
  return database
}

/** A database with an admin, a session, a trail and more rows than fit into one batch. */
async function filled(username = 'ada') {
  const url = await newUrl()
  const database = await open(url)
  const { db } = database
  const at = new Date('2026-05-11T12:00:00.123Z')
  await (await anAdmin({ db, seal, now: Date.now }, { username })).session()
  const entry = { at, actor: 'ada', action: 'x', target: 'y', address: 'z' }
  await db.insert(audit).values([entry, { ...entry, detail: { after: null } }, entry])
  const row = { collection: 'bins', hash: 'h', createdAt: at, updatedAt: at }
  const bodies = Array.from({ length: ROWS }, (_, i): Row => ({ ...STRANGE, id: `${i}` }))
  await db
    .insert(records)
    .values(bodies.map((body, i) => ({ ...row, id: String(i), body, seq: HUGE - i })))
  return { url, database }
}

/** All rows as Postgres writes them. */
async function contents({ pool }: OpenDatabase): Promise<Record<string, unknown[]>> {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'",
  )
  const all: Record<string, unknown[]> = {}
  for (const { name } of rows.toSorted((a, b) => a.name.localeCompare(b.name))) {
    const found = await pool.query<{ row: string }>(
      `SELECT t::text AS row FROM ${name} t ORDER BY 1`,
    )
    all[name] = found.rows.map(({ row }) => row)
  }
  return all
}

describe('ERP Setup tries the database first', () => {
  /** Its verdict on a separate database for a separate user, after some changes there. */
  async function verdict(changes: (database: string, user: string) => string): Promise<string> {
    const url = new URL(await newUrl())
    const database = url.pathname.slice(1)
    // Named like the database, which is unique: roles belong to the whole server.
    const user = database
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    await client.query(`CREATE ROLE ${user} LOGIN PASSWORD 'tried'; ${changes(database, user)}`)
    await client.end()
    url.username = user
    url.password = 'tried'
    return tryDatabase(url.href)
  }

  test.each([
    [
      'one that can be used',
      (database: string, user: string) => `ALTER DATABASE ${database} OWNER TO ${user}`,
      'fit',
    ],
    ['one without the right to make tables', () => '', 'no-tables'],
    [
      'one that is read-only',
      (_database: string, user: string) =>
        `ALTER ROLE ${user} SET default_transaction_read_only = on`,
      'read-only',
    ],
    [
      'one of another program',
      (_database: string, user: string) =>
        `GRANT CREATE ON SCHEMA public TO ${user}; CREATE TABLE admins (id int)`,
      'foreign',
    ],
    [
      'one of another program with other tables of our names',
      (_database: string, user: string) =>
        `GRANT CREATE ON SCHEMA public TO ${user}; CREATE TABLE sessions (id int)`,
      'foreign',
    ],
    [
      'one with the migrations of another program',
      (_database: string, user: string) =>
        `GRANT CREATE ON SCHEMA public TO ${user}; CREATE TABLE migrations (id int, migration text)`,
      'foreign',
    ],
    [
      'one whose tables belong to somebody else',
      (_database: string, user: string) =>
        `GRANT CREATE ON SCHEMA public TO ${user}; CREATE TABLE admins (id int); CREATE TABLE migrations (name text, applied_at timestamptz)`,
      'not-owned',
    ],
  ])('ERP Setup gives the right verdict on %s', async (_what, changes, expected) => {
    expect(await verdict(changes)).toBe(expected)
  })
})
