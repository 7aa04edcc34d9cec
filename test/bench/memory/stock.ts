/** A real server on Postgres with a long inventory, in which stock moves when the bench says so. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { sealerWith } from '#server/auth/seal.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { openDatabase } from '#server/db/open.ts'
import { startMeasured } from '#test/bench/erp/server.ts'
import { startPostgres } from '#test/support/database/postgres.ts'
import { aSuperAdmin, CACHE_KEY } from '#test/support/people.ts'

export interface Stock {
  readonly address: string
  /** A session as the tab's storage holds it (specification.md section 3). */
  readonly session: Readonly<Record<string, string>>
  /** Moves the stock of some rows, others each time. */
  readonly move: () => Promise<void>
  readonly stop: () => Promise<void>
}

const SECRET_KEY = 'the key of a bench, long enough for it'
/** Locations of each item. */
const PLACES = 20
/** One row of so many changes with each move. */
const ONE_MOVES_IN = 1_000

export async function startStock(rows: number): Promise<Stock> {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-memory-'))
  const postgres = await startPostgres()
  const databaseUrl = await postgres.createDatabase(`memory_${String(rows)}`)
  const { db, close } = await openDatabase(
    { databaseUrl, dataDir: folder },
    { onTrouble: fail, onDeath: fail },
  )
  const all = Array.from({ length: rows }, (_, nth) => stockRow(nth, nth % 1_000))
  await putRecords(db, 'inventory', all, Date.now())
  const place = { db, now: Date.now, seal: sealerWith(SECRET_KEY) }
  const admin = await aSuperAdmin(place, { features: ADMIN_FEATURES })
  const server = await startMeasured({
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    SECRET_KEY,
    HIDDEN_GRACE_TAB_MS: 'off',
  })
  let moves = 0
  return {
    address: server.address,
    session: {
      token: await admin.session(),
      tokenCreationTime: String(Date.now()),
      username: admin.username,
      twoFactorVerified: 'true',
      intermediateFeatureCompleted: 'true',
      isSuperAdmin: 'true',
      adminFeatures: JSON.stringify(Object.fromEntries(ADMIN_FEATURES.map((flag) => [flag, true]))),
      cacheKey: CACHE_KEY,
    },
    move: async () => {
      moves += 1
      const moved = Array.from({ length: Math.ceil(rows / ONE_MOVES_IN) }, (_, nth) =>
        stockRow((nth * ONE_MOVES_IN + moves * 7) % rows, 2_000 + moves),
      )
      await putRecords(db, 'inventory', moved, Date.now())
    },
    stop: async () => {
      await server.stop()
      await close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** One item in one location. */
function stockRow(nth: number, quantity: number): Record<string, unknown> {
  const item = Math.floor(nth / PLACES)
  const location = (nth % PLACES) + 1
  return {
    item: `SKU-${String(item).padStart(6, '0')}`,
    internal_id: String(10_000 + item),
    item_name: `Bracket ${String(item % 97)} of series ${String(item)}`,
    location: `WH ${String(location)}`,
    location_id: String(location),
    available_quantity: quantity,
  }
}

function fail(error: Error): never {
  throw error
}
