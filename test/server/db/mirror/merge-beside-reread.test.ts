/** Stock by bin is written by pulls of the whole list, and by readings of a few items between their steps. */
import { beforeEach, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { stateOf } from '#server/db/mirror/collection-states.ts'
import { mergeRun } from '#server/db/mirror/mirror.ts'
import { listRecords, putRecordsIn, replaceOwned } from '#server/db/mirror/records.ts'
import { claimRun } from '#server/db/mirror/runs.ts'
import { stagePage } from '#server/db/mirror/staging.ts'
import { canonicalJson, hashOf } from '#server/db/row-hash.ts'
import { cleanDatabase } from '#test/support/database/database.ts'

const NOW = Date.UTC(2026, 4, 11, 12)
const STOPPED = { fault: 'stopped', error: 'The server was stopped.' }

let db: Database

beforeEach(async () => {
  db = (await cleanDatabase()).db
})

const balance = (item: number, on_hand: number): Row => ({
  item_id: String(item),
  location_id: '1',
  bin_id: '1',
  inventory_number_id: null,
  status_id: null,
  on_hand,
})

async function begin(...balances: readonly Row[]): Promise<string> {
  const claim = await claimRun(db, 'binStock', 'root', NOW, STOPPED)
  if (claim.kind !== 'ours') throw new Error(`the run is ${claim.kind}`)
  const rows = balances.map((row) => {
    const body = canonicalJson(row)
    return { id: `${String(row['item_id'])}|1|1|-|-`, body, hash: hashOf(body) }
  })
  await stagePage(db, claim.run.id, { rows, refused: [], cursor: ['9'], readAt: NOW })
  return claim.run.id
}

async function listed(): Promise<string> {
  const rows = JSON.parse((await listRecords(db, 'binStock')).json) as Row[]
  return rows.map(({ item_id, on_hand }) => `${String(item_id)}:${String(on_hand)}`).join(' ')
}

/** Merges while something else is done before one of the transactions. */
function mergeBeside(run: string, at: number, work: (tx: Transaction) => Promise<unknown>) {
  let begun = 0
  const watched = new Proxy(db, {
    get: (target, name) =>
      name === 'transaction'
        ? async (...how: Parameters<Database['transaction']>) => {
            begun += 1
            if (begun === at) await db.transaction(work)
            return db.transaction(...how)
          }
        : Reflect.get(target, name),
  })
  return mergeRun(watched, 'binStock', run, NOW)
}

const MERGED = '1:11 2:20 4:40'

const others: readonly [string, (tx: Transaction) => Promise<unknown>][] = [
  ['that brings and removes nothing', (tx) => replaceOwned(tx, 'binStock', ['99'], [], NOW)],
  ['that brings what is known', (tx) => replaceOwned(tx, 'binStock', ['2'], [balance(2, 20)], NOW)],
  [
    'that brings another balance',
    (tx) => replaceOwned(tx, 'binStock', ['2'], [balance(2, 21)], NOW),
  ],
  ['that removes a balance', (tx) => replaceOwned(tx, 'binStock', ['2'], [], NOW)],
]

test.each(others.flatMap((other) => [1, 2, 3, 4, 5].map((at) => [at, ...other] as const)))(
  'before transaction %i of a merge, a reading %s takes no row from the merge',
  async (at, _what, work) => {
    await mergeRun(db, 'binStock', await begin(balance(1, 10), balance(2, 20), balance(3, 30)), NOW)
    const run = await begin(balance(1, 11), balance(2, 20), balance(4, 40))
    expect(await mergeBeside(run, at, work)).toMatchObject({ state: 'success', total: 3 })
    expect(await listed()).toBe(MERGED)
  },
)

test('a writing that changes nothing raises the sequence only if it dropped what a merge had written', async () => {
  const seqAfter = async (tx: Transaction): Promise<number> => {
    await putRecordsIn(tx, 'binStock', [balance(1, 10)], NOW)
    return (await stateOf(tx, 'binStock')).seq
  }
  expect(await db.transaction(seqAfter)).toBe(1)
  expect(await db.transaction(seqAfter)).toBe(1)
  // The second transaction of the merge writes, and the third one publishes.
  let seq = 0
  await mergeBeside(await begin(balance(1, 11)), 3, async (tx) => {
    seq = await seqAfter(tx)
  })
  expect(seq).toBe(2)
  expect(await listed()).toBe('1:11')
})
