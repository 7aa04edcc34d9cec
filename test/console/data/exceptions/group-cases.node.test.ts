import { expect, test } from 'vitest'
import { CASES_KEPT_MS } from '#contract/records/exceptions.ts'
import type { KnownCases } from '#console/data/exceptions/cases.ts'
import { groupCases } from '#console/data/exceptions/group-cases.ts'
import type { CauseGroup } from '#console/rows/exceptions/group-exceptions.ts'
import { readException } from '#console/rows/exceptions/read-exception.ts'

const NOW = Date.UTC(2026, 10, 27)

/** The states of a record that was refused some time ago, and of one that still waits for its first answer. */
function statesWithoutCase(ago: number, cases: KnownCases | undefined): readonly string[] {
  const at = new Date(NOW - ago).toISOString()
  const netsuite_acknowledgment = { success: false, message: 'The bin is inactive.' }
  const rows = [
    { id: '1', netsuite_response: { operation_time: at, netsuite_acknowledgment } },
    { id: '2', created_at: at },
  ]
  const records = rows.flatMap((row) => {
    const read = readException('binAdjustmentRecords', row)
    return 'record' in read ? [read.record] : []
  })
  const group = { cause: 'bin-inactive', records } as Partial<CauseGroup> as CauseGroup
  return groupCases([group], cases, NOW).flatMap(({ all }) => all.map(({ state }) => state))
}

test('a record whose resolved case the server has forgotten does not come back as new', () => {
  const none = { cases: new Map(), owners: new Map() } as Partial<KnownCases> as KnownCases
  expect(statesWithoutCase(CASES_KEPT_MS + 1, none)).toEqual(['resolved', 'resolved'])
  expect(statesWithoutCase(CASES_KEPT_MS, none)).toEqual(['new', 'new'])
})

test('without cases, as with another server, an old record is as new as any', () => {
  expect(statesWithoutCase(CASES_KEPT_MS + 1, undefined)).toEqual(['new', 'new'])
})
