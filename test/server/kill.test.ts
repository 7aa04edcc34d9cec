/** The server killed in the middle of pulls: nothing lost, nothing doubled, nothing half (resilience.md, row 1). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { listEndpoint, pullEndpoint } from '#contract/endpoints.ts'
import { sandboxCredentials } from '#test/netsuite/credentials.ts'
import { makeWarehouse } from '#test/netsuite/generator/make-warehouse.ts'
import { between, createRandom } from '#test/netsuite/random.ts'
import { type NetSuite, startNetSuite } from '#test/netsuite/server.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'
import { addressOf, type BuiltServer, end, startBuilt } from '#test/support/built-server.ts'
import { databaseKind, freshServerDatabase } from '#test/support/database.ts'
import { ask, firstAdmin, setUpErp } from '#test/support/first-admin.ts'

const KILLS = Number(process.env['KILLS'] ?? 20)
const SEED = Number(process.env['SEED'] ?? 20_260_511)
const BINS = 3_500
const PAGES = 4
const LATENCY_MS = 8
/** After the last page, the time in which pages are staged and merged. */
const WRITING_MS = 400

let folder: string
let databaseUrl: string | null
let netsuite: NetSuite
let warehouse: Warehouse

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-kill-'))
  databaseUrl = databaseKind() === 'server' ? await freshServerDatabase() : null
  warehouse = makeWarehouse({ locations: 6, bins: BINS, items: 10, inventory: 20 })
  netsuite = await startNetSuite({ credentials: sandboxCredentials, warehouse })
  netsuite.faults.latencyMs = LATENCY_MS
})

afterAll(async () => {
  await netsuite.close()
  rmSync(folder, { recursive: true })
})

test(
  `${KILLS} kills at random moments of a pull (seed ${SEED}) leave all of the old rows or all of the new`,
  async () => {
    const random = createRandom(SEED)
    let server = start()
    let address = await addressOf(server)
    const token = await firstAdmin(address)
    await setUpErp(address, token, netsuite)
    await ask(address, pullEndpoint('bins'), { token })
    let before = await listed(address, token)
    expect(before.rows).toEqual(expected())
    const outcomes = { old: 0, new: 0 }

    for (let kill = 1; kill <= KILLS; kill += 1) {
      changeSome(random)
      const after = expected()
      const pulled = ask(address, pullEndpoint('bins'), { token }).catch(() => null)
      await someMoment(random)
      server.kill('SIGKILL')
      await Promise.all([server.ended, pulled])
      await letTimePass()

      server = start()
      address = await addressOf(server)
      const found = await listed(address, token)
      const isNew = found.seq > before.seq
      outcomes[isNew ? 'new' : 'old'] += 1
      expect({ kill, ...found }).toEqual({
        kill,
        seq: before.seq + (isNew ? 1 : 0),
        rows: isNew ? after : before.rows,
      })

      const { body } = await ask(address, pullEndpoint('bins'), { token })
      expect(body).toMatchObject({ total: after.size, refused: 0, result: 'success' })
      before = await listed(address, token)
      expect({ kill, ...before }).toEqual({ kill, seq: kill + 1, rows: after })
    }

    await end(server)
    expect(await left()).toEqual({ running: 0, staged: 0, records: before.rows.size })
    expect(outcomes.old + outcomes.new).toBe(KILLS)
  },
  60_000 + KILLS * 20_000,
)

function start(): BuiltServer {
  return startBuilt({
    PORT: '0',
    DATA_DIR: folder,
    ERP_ALLOWED_HOSTS: netsuite.url,
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  })
}

/** The rows by id; a row that is there twice fails. */
async function listed(
  address: string,
  token: string,
): Promise<{ seq: number; rows: Map<string, Row> }> {
  const { body, headers } = await ask(address, listEndpoint('bins'), { token })
  const data = body['data'] as Row[]
  const rows = new Map(data.map((row) => [String(row['id']), row]))
  expect(rows.size).toBe(data.length)
  return { seq: Number(headers.get('x-seq')), rows }
}

/** What the mirror must have once it is up to date. */
function expected(): Map<string, Row> {
  return new Map(
    warehouse.rows('bin').map((bin): [string, Row] => [
      String(bin.id),
      {
        id: String(bin.id),
        bin_number: bin.binnumber,
        location: warehouse.find('location', bin.location ?? 0)?.fullname ?? null,
        memo: bin.memo,
        bin_orientation: bin.custrecord_bin_orientation,
        aisle_no: bin.custrecord_aisle_no,
        bin: bin.custrecord_bin,
        inactive_bin: bin.isinactive === 'T',
        inventory_counted: bin.custrecord_inventory_counted === 'T',
        room: bin.custrecord_room,
        wh: bin.custrecord_wh,
      },
    ]),
  )
}

/** Bins change, come and go all over the collection, so that every page brings something. */
function changeSome(random: () => number): void {
  const stamp = `counted ${random()}`
  for (const { id } of warehouse.rows('bin').filter(() => random() < 0.2))
    if (random() < 0.2) warehouse.remove('bin', id)
    else warehouse.change('bin', id, { memo: stamp })
  for (let added = between(random, 1, 200); added > 0; added -= 1)
    warehouse.add('bin', { binnumber: `NEW-${random()}`, location: between(random, 1, 5) })
}

/** Somewhere between the first request to the ERP and the answer; each stretch as likely as another. */
async function someMoment(random: () => number): Promise<void> {
  const page = between(random, 0, PAGES)
  const seen = netsuite.requests.total
  const deadline = performance.now() + 10_000
  while (netsuite.requests.total < seen + page && performance.now() < deadline) await pause(1)
  await pause(random() * (page === PAGES ? WRITING_MS : LATENCY_MS * 3))
}

/** A process on a Postgres server counts as dead after a minute of silence: here it is over at once. */
async function letTimePass(): Promise<void> {
  if (databaseUrl === null) return
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query("UPDATE runs SET heartbeat_at = heartbeat_at - interval '1 hour'")
  await client.end()
}

/** What the database holds after all of it. */
async function left(): Promise<unknown> {
  const query = `
    SELECT (SELECT count(*)::int FROM runs WHERE state = 'running') AS running,
      (SELECT count(*)::int FROM staged_rows) AS staged,
      (SELECT count(*)::int FROM records WHERE collection = 'bins') AS records`
  if (databaseUrl === null) {
    const database = await PGlite.create(join(folder, 'database'))
    const { rows } = await database.query(query)
    await database.close()
    return rows[0]
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(query)
  await client.end()
  return rows[0]
}
