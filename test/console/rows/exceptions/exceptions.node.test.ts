import { describe, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import type { SyncArea } from '#contract/sync/runs.ts'
import { runSync } from '#console/rows/chunked-task.ts'
import { rememberDerivation } from '#console/rows/derivation.ts'
import { findExceptions } from '#console/rows/exceptions/find-exceptions.ts'
import { groupExceptions } from '#console/rows/exceptions/group-exceptions.ts'
import { syncExceptions } from '#console/rows/exceptions/sync-exceptions.ts'
import { aSyncRun } from '#test/support/console/sync-run.ts'

const NOW = Date.UTC(2026, 10, 24, 9)
const MINUTE = 60_000

/** A transfer as our server stores it, answered some minutes ago. */
function transfer(id: number, said: string | true | null, minutesAgo = 30): Row {
  const at = new Date(NOW - minutesAgo * MINUTE).toISOString()
  const answer = {
    message: 'Answered',
    operation_time: at,
    netsuite_acknowledgment: { message: said === true ? 'Booked' : said, success: said === true },
  }
  return { id, created_at: at, updated_at: at, netsuite_response: said === null ? null : answer }
}

const refused = (id: number, minutesAgo?: number): Row =>
  transfer(id, `NetSuite refused the record: The bin D-${String(id)} is inactive.`, minutesAgo)

const group = (rows: readonly Row[], options: { isBooking?: boolean; retriedAt?: number } = {}) =>
  groupExceptions([runSync(findExceptions('binTransfer', rows))], [], {
    now: NOW,
    isBooking: options.isBooking ?? true,
    ...(options.retriedAt !== undefined && {
      retriedAt: new Map([['bin-inactive', options.retriedAt]]),
    }),
  })

describe('the exceptions of records', () => {
  test('refused records are grouped by their cause, whatever bin they name', () => {
    const { groups, total } = group([
      refused(1, 50),
      transfer(2, true),
      refused(3, 20),
      transfer(4, "Item WIDGET isn't in the NetSuite data. Sync items, then try again.", 10),
    ])
    expect(total).toBe(3)
    expect(groups.map(({ cause, records }) => [cause, records.map(({ id }) => id)])).toEqual([
      ['item-unknown', ['4']],
      ['bin-inactive', ['3', '1']],
    ])
    expect(groups[1]).toMatchObject({
      firstAt: NOW - 50 * MINUTE,
      lastAt: NOW - 20 * MINUTE,
      isStillComing: true,
    })
  })

  test('a record that waits for its answer becomes one after 15 minutes, where the server books it', () => {
    const rows = [transfer(1, null, 14), transfer(2, null, 15)]
    expect(group(rows).groups).toMatchObject([{ cause: 'no-answer', records: [{ id: '2' }] }])
    expect(group(rows, { isBooking: false }).total).toBe(0)
    const counts = [runSync(findExceptions('binCountRecords', rows))]
    expect(groupExceptions(counts, [], { now: NOW, isBooking: true }).total).toBe(0)
  })

  test('a cause is still coming if a record failed after the last retry began', () => {
    const rows = [refused(1, 30)]
    expect(group(rows, { retriedAt: NOW - 31 * MINUTE }).groups[0]?.isStillComing).toBe(true)
    expect(group(rows, { retriedAt: NOW - 29 * MINUTE }).groups[0]?.isStillComing).toBe(false)
    expect(group([refused(1, 61)]).groups[0]?.isStillComing).toBe(false)
  })

  test('a cause has begun when its records first failed, whatever has been tried since', () => {
    const rows = [runSync(findExceptions('binTransfer', [refused(1, 10), refused(2, 20)]))]
    const firstFailedAt = (key: string) =>
      key === 'binTransfer|1' ? NOW - 3 * 24 * 60 * MINUTE : undefined
    const [known] = groupExceptions(rows, [], { now: NOW, isBooking: true, firstFailedAt }).groups
    expect([known?.firstAt, known?.lastAt]).toEqual([NOW - 3 * 24 * 60 * MINUTE, NOW - 10 * MINUTE])
    expect(known?.days.slice(-4)).toEqual([1, 0, 0, 1])
  })

  test('a cause looks like settings if nothing has succeeded since it began', () => {
    const failures = [refused(1, 30), refused(2, 20), refused(3, 10)]
    expect(group(failures).groups[0]?.looksLikeSettings).toBe(true)
    expect(group([...failures, transfer(4, true, 40)]).groups[0]?.looksLikeSettings).toBe(true)
    expect(group([...failures, transfer(4, true, 15)]).groups[0]?.looksLikeSettings).toBe(false)
    expect(group(failures.slice(1)).groups[0]?.looksLikeSettings).toBe(false)
  })

  test('records of other servers are read however they store the answer', () => {
    const rows: Row[] = [
      { id: 1, erp_response: 'Error: The bin A-1 is inactive' },
      { id: 2, netsuite_acknowledgement_success: 'false', netsuite_response: { message: 'No' } },
      { id: 3, netsuite_response: '{"success": true}' },
      {
        id: 4,
        netsuite_response: {
          status: 403,
          'o:errorDetails': [{ detail: 'Denied', 'o:errorCode': 'INSUFFICIENT_PERMISSION' }],
        },
      },
    ]
    const found = runSync(findExceptions('binTransfer', rows))
    expect([...found.records.values()].map(({ id, cause }) => [id, cause])).toEqual([
      ['1', 'bin-inactive'],
      ['2', 'text:no'],
      ['4', 'permission'],
    ])
  })

  test('nothing needs attention, and it says what succeeded today and when something last failed', () => {
    const rows = [transfer(1, true, 1), transfer(2, true, 40 * 60)]
    expect(group(rows)).toEqual({ groups: [], total: 0, lastAt: null, succeededToday: 1 })
  })
})

test('after any change of a list the exceptions are those of the new list read alone', () => {
  const kind = (n: number): Row =>
    n % 3 === 0 ? refused(n, n % 50) : n % 3 === 1 ? transfer(n, true, n % 90) : transfer(n, null)
  let rows: readonly Row[] = Array.from({ length: 400 }, (_, n) => kind(n))
  runSync(findExceptions('binTransfer', rows))
  for (let round = 1; round <= 30; round += 1) {
    const replaced = [round, round * 7, round * 11].filter((place) => place < rows.length)
    const removed = round % 4 === 0 ? [round + 2, 300] : []
    const changed = rows.map((row, place) => (replaced.includes(place) ? kind(round * 5) : row))
    const added = round % 5 === 0 ? [kind(1_000 + round)] : []
    const next = [...changed.filter((_, place) => !removed.includes(place)), ...added]
    rememberDerivation(next, {
      from: rows,
      replaced: [...new Set(replaced)].filter((place) => !removed.includes(place)),
      removed,
      added: added.length,
    })
    const carried = runSync(findExceptions('binTransfer', next))
    const alone = runSync(findExceptions('binTransfer', [...next]))
    expect([...carried.records].toSorted(byPlace)).toEqual([...alone.records].toSorted(byPlace))
    expect(carried.succeededAt).toEqual(alone.succeededAt)
    rows = next
  }
})

const byPlace = ([one]: readonly [number, unknown], [other]: readonly [number, unknown]): number =>
  one - other

describe('the exceptions of syncs', () => {
  const area = (last: SyncArea['last']): SyncArea => ({
    collection: 'bins',
    present: null,
    last,
    last_success: null,
    expected_rows: null,
  })

  test('a failed sync is one, each row that a sync refused is one, and a complete sync is none', () => {
    const sentence = 'NetSuite is busy with other requests. Try again in a minute.'
    const failed = area(aSyncRun({ state: 'failed', sentence }))
    const refusals = [
      { row: 'bin 7', reason: 'it has no number' },
      { row: 'bin 9', reason: 'it has no location' },
    ]
    const partial = area(aSyncRun({ state: 'partial', refusals }))
    const found = syncExceptions([area(null), area(aSyncRun()), failed, partial])
    expect(found.map(({ key, cause }) => [key, cause])).toEqual([
      ['bins|sync', 'busy'],
      ['bins|row:bin 7', 'refused-row'],
      ['bins|row:bin 9', 'refused-row'],
    ])
  })
})
