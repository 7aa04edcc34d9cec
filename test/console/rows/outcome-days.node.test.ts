import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { countOutcomes } from '#console/rows/outcome-days.ts'

afterEach(() => vi.unstubAllEnvs())

const NOON = Date.UTC(2026, 4, 11, 12)
const booked = { netsuite_acknowledgment: { success: true } }
const refused = { netsuite_acknowledgment: { success: false } }

/** The days that have records, as `day: succeeded/failed/none`. */
function counted(records: readonly Row[], now = NOON): string[] {
  return countOutcomes('binAdjustmentRecords', records, now)
    .filter(({ succeeded, failed, none }) => succeeded + failed + none > 0)
    .map(
      ({ day, succeeded, failed, none }) =>
        `${day}: ${[succeeded, failed, none].map(String).join('/')}`,
    )
}

describe('the records of the last 14 days', () => {
  test('records are counted by day and outcome, including empty days, with today last', () => {
    vi.stubEnv('TZ', 'UTC')
    const days = countOutcomes(
      'binAdjustmentRecords',
      [
        { id: 1, created_at: '2026-05-11T08:00:00Z', netsuite_response: booked },
        { id: 2, created_at: '2026-05-11 09:00:00', netsuite_response: JSON.stringify(refused) },
        { id: 3, created_at: '2026-05-11', netsuite_response: null },
        { id: 4, created_at: '2026-05-10T23:59:59Z', netsuite_acknowledgement_success: 1 },
      ],
      NOON,
    )
    expect(days).toHaveLength(14)
    expect(days[0]).toEqual({ day: '2026-04-28', succeeded: 0, failed: 0, none: 0 })
    expect(days.at(-2)).toEqual({ day: '2026-05-10', succeeded: 1, failed: 0, none: 0 })
    expect(days.at(-1)).toEqual({ day: '2026-05-11', succeeded: 1, failed: 1, none: 1 })
  })

  test('records that are older, in the future or without a time are left out', () => {
    vi.stubEnv('TZ', 'UTC')
    const at = ['2026-04-27T23:59:59.999Z', '2026-04-28T00:00:00Z', '2026-05-12T00:00:00Z']
    const records = [...at, null, undefined, 7, '', 'soon'].map((created_at, id) => ({
      id,
      created_at,
    }))
    expect(counted(records)).toEqual(['2026-04-28: 0/0/1'])
  })

  test('a duplicate record counts once, and each record without an id counts', () => {
    vi.stubEnv('TZ', 'UTC')
    const created_at = '2026-05-11T08:00:00Z'
    const records = [{ id: 1, created_at }, { id: 1, created_at }, { created_at }, { created_at }]
    expect(counted(records)).toEqual(['2026-05-11: 0/0/3'])
  })

  test("records belong to the days of the tablet's time zone", () => {
    const late = [{ id: 1, created_at: '2026-05-11T03:30:00Z' }]
    vi.stubEnv('TZ', 'America/New_York')
    expect(counted(late)).toEqual(['2026-05-10: 0/0/1'])
    vi.stubEnv('TZ', 'Pacific/Kiritimati')
    expect(counted(late)).toEqual(['2026-05-11: 0/0/1'])
    // It is already the 12th there; the record stays on its day.
    expect(countOutcomes('binCountRecords', late, NOON).at(-1)?.day).toBe('2026-05-12')
  })

  test('each day occurs once when clocks change', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    const now = Date.UTC(2026, 9, 26, 11)
    // October 25 has 25 hours: 22:30 UTC is 23:30 there, 23:30 UTC is the next day.
    const records = [
      { id: 1, created_at: '2026-10-25T22:30:00Z' },
      { id: 2, created_at: '2026-10-25T23:30:00Z' },
    ]
    expect(counted(records, now)).toEqual(['2026-10-25: 0/0/1', '2026-10-26: 0/0/1'])
    const days = countOutcomes('binCountRecords', [], now).map(({ day }) => day)
    expect(new Set(days).size).toBe(14)
    expect(days[0]).toBe('2026-10-13')
  })
})
