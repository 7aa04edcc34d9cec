import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { engineOf } from '#server/db/embedded/engine.ts'
import { migrate, migrations } from '#server/db/migrate.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { openDatabase, openEngine } from '#server/db/open.ts'
import { databaseKind, freshServerDatabase } from '#test/support/database/database.ts'
import { holdTable } from '#test/support/database/held-table.ts'

const NAMES = Object.keys(migrations).map((path) => path.replace('./migrations/', ''))

describe('migrations', () => {
  test('processes that start at the same time apply each migration once', async () => {
    const opened = await openSideBySide(databaseKind() === 'server' ? 4 : 1)
    const [database] = opened
    await database?.pool.query('SELECT 1 FROM records, admins, audit')
    expect(await applied(database)).toEqual(NAMES)

    if (database) await migrate(database.pool)
    expect(await applied(database)).toEqual(NAMES)
    for (const { close } of opened) await close()
  }, 60_000)

  test.runIf(databaseKind() === 'server')(
    'a process that waits for the migration of another one says so once, and then migrates',
    async () => {
      const pool = new pg.Pool({ connectionString: await freshServerDatabase() })
      const other = await pool.connect()
      await other.query('SELECT pg_advisory_lock(36257433)')
      const events: string[] = []
      const wait = async (): Promise<void> => {
        events.push('waits')
        if (events.length === 3) await other.query('SELECT pg_advisory_unlock(36257433)')
      }
      await migrate(pool, (sentence) => events.push(sentence), { wait })
      expect(events).toEqual([
        'another process is migrating the tables: waiting for it',
        'waits',
        'waits',
      ])
      await pool.query('SELECT FROM admins')
      other.release()
      await pool.end()
    },
  )

  test.runIf(databaseKind() === 'server')(
    'a table that another program has locked ends the migration with one sentence',
    async () => {
      const connectionString = await unmigratedIndex()
      const pool = new pg.Pool({ connectionString })
      const held = await holdTable(connectionString, 'retry_records')
      await expect(migrate(pool, fail, { lockMs: 1 })).rejects.toMatchObject({
        sentences: [
          'The tables of this database cannot be migrated, because another program has locked them: end it, then start again.',
        ],
      })
      await held.release()
      await migrate(pool)
      await pool.end()
    },
  )

  test.runIf(databaseKind() === 'server')(
    'no time limit of the server, the account or the driver ends a migration',
    async () => {
      const connectionString = await unmigratedIndex()
      const name = new URL(connectionString).pathname.slice(1)
      const owner = new pg.Client({ connectionString })
      await owner.connect()
      // Connected before, because the limit is for the server alone.
      const held = await holdTable(connectionString, 'retry_records')
      await owner.query(`ALTER DATABASE ${name} SET statement_timeout = '300ms'`)
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const events = { onTrouble: fail, onDeath: fail }
      const opening = openDatabase({ databaseUrl: connectionString, dataDir: 'unused' }, events)
      while ((await held.waiting()) === 0);
      await vi.advanceTimersByTimeAsync(3_600_000)
      await owner.query('SELECT pg_sleep(0.4)')
      vi.useRealTimers()
      await held.release()
      const database = await opening
      expect((await database.pool.query('SELECT FROM retry_records')).rows).toEqual([])
      await database.close()
      await owner.end()
    },
  )

  test('what a migration found is told as a sentence, and is no trouble', async () => {
    const open = await opener()
    const { pool } = await open()
    const refused = { id: 'R1', netsuite_response: { netsuite_acknowledgment: { success: false } } }
    await pool.query(
      `INSERT INTO records (collection, id, body, hash, seq, created_at, updated_at)
       VALUES ('binTransfer', 'R1', $1, 'x', 1, now(), now())`,
      [JSON.stringify(refused)],
    )
    await pool.query(
      'DROP TABLE case_actions, case_notes, cases, cause_owners, retries, retry_records',
    )
    await pool.query("DELETE FROM migrations WHERE name = '0017_exceptions.sql'")

    const said: string[] = []
    const { close } = await open((sentence) => said.push(sentence))
    expect(said).toEqual(['1 refused record became a case'])
    await close()
  }, 60_000)

  test('a database that a newer version has migrated is refused with one sentence, and stays as it is', async () => {
    const open = await opener()
    const { pool } = await open()
    await pool.query("INSERT INTO migrations (name) VALUES ('9999_later.sql')")
    await pool.query("DELETE FROM migrations WHERE name = '0017_exceptions.sql'")
    const { rows: before } = await pool.query('SELECT * FROM migrations ORDER BY name')
    await expect(migrate(pool)).rejects.toMatchObject({
      sentences: [
        'A newer version has migrated this database (9999_later.sql): start that version, or restore a backup of this one.',
      ],
    })
    const { rows: after } = await pool.query('SELECT * FROM migrations ORDER BY name')
    expect(after).toEqual(before)
    await pool.end()
  }, 60_000)

  test('a table of migrations that names none of ours is reported as that of another program', async () => {
    const open = await opener()
    const { pool } = await open()
    await pool.query("UPDATE migrations SET name = 'create_users_table_' || name")
    await expect(migrate(pool)).rejects.toThrow(
      'Another program uses this database (its table migrations names none of ours): set DATABASE_URL to an empty database.',
    )
    await pool.end()
  }, 60_000)

  test('migrations are sorted by their numbers', () => {
    expect(NAMES.length).toBeGreaterThan(1)
    expect(NAMES).toEqual(NAMES.toSorted())
    expect(NAMES.map((name) => Number(name.slice(0, 4)))).toEqual(NAMES.map((_, at) => at))
  })
})

/** Opens one new database as often as it is asked. */
async function opener(): Promise<
  (onMigrated?: (sentence: string) => void) => Promise<OpenDatabase>
> {
  const trouble = { onTrouble: fail, onDeath: fail }
  if (databaseKind() === 'embedded') {
    const engine = engineOf(await PGlite.create())
    return (onMigrated = fail) => openEngine(engine, { ...trouble, onMigrated })
  }
  const databaseUrl = await freshServerDatabase()
  return (onMigrated = fail) =>
    openDatabase({ databaseUrl, dataDir: 'unused' }, { ...trouble, onMigrated })
}

/** A database without the index of retry records, and without the note of its migration. */
async function unmigratedIndex(): Promise<string> {
  const connectionString = await freshServerDatabase()
  const pool = new pg.Pool({ connectionString })
  await migrate(pool)
  await pool.query('DROP INDEX retry_records_unanswered')
  await pool.query("DELETE FROM migrations WHERE name = '0019_unanswered_retry_records.sql'")
  await pool.end()
  return connectionString
}

async function openSideBySide(count: number): Promise<OpenDatabase[]> {
  if (databaseKind() === 'embedded')
    return [await openEngine(engineOf(await PGlite.create()), { onTrouble: fail })]
  const databaseUrl = await freshServerDatabase()
  const events = { onTrouble: fail, onDeath: fail }
  return Promise.all(
    Array.from({ length: count }, () => openDatabase({ databaseUrl, dataDir: 'unused' }, events)),
  )
}

async function applied(database: OpenDatabase | undefined): Promise<string[] | undefined> {
  const answer = await database?.pool.query<{ name: string }>(
    'SELECT name FROM migrations ORDER BY applied_at, name',
  )
  return answer?.rows.map(({ name }) => name)
}

function fail(what: Error | string): never {
  throw what instanceof Error ? what : new Error(what)
}
