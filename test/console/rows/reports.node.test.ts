import { describe, expect, test } from 'vitest'
import { newestFirst, readReports } from '#console/rows/reports.ts'
import { runSync } from '#console/rows/chunked-task.ts'

describe('reports', () => {
  test('reports are read into one shape, newest first', () => {
    const older = { id: 'r1', user: { name: 'Pat' }, bin_name: 'A-01', created_at: '2026-05-10' }
    const newer = {
      id: 2,
      operator: 'kim',
      bin_name: 'A-02',
      inventory_id: 77,
      bin_id: 'b9',
      netsuite_response: { netsuite_acknowledgment: { success: 'true' } },
      created_at: '2026-05-11T08:00:00Z',
      updated_at: '2026-05-11T09:00:00Z',
    }
    const [first, second] = runSync(readReports([older, newer], 'count'))
    expect(first).toMatchObject({
      id: 2,
      username: 'kim',
      bin_name: 'A-02',
      outcome: 'succeeded',
      inventory_id: 77,
      bin_id: 'b9',
      created_at: '2026-05-11T08:00:00Z',
      updated_at: '2026-05-11T09:00:00Z',
      record: newer,
    })
    expect(second).toMatchObject({ id: 'r1', username: 'Pat', outcome: 'none', bin_id: null })
  })

  const said = (success: unknown) => ({
    netsuite_response: { netsuite_acknowledgment: { success } },
  })
  const flagged = (flag: unknown) => ({ netsuite_acknowledgement_success: flag })
  const outcomes: readonly [what: string, record: Record<string, unknown>, outcome: string][] = [
    ['nothing', {}, 'none'],
    ['an empty response', { netsuite_response: {} }, 'none'],
    ['a message alone', { netsuite_response: { message: 'Queued' } }, 'none'],
    ['success', said(true), 'succeeded'],
    ['success as text', said('true'), 'succeeded'],
    ['success as number', said(1), 'succeeded'],
    ['no success', said(false), 'failed'],
    ['no success as text', said('false'), 'failed'],
    ['no success as number', said(0), 'failed'],
    ['an acknowledgment that does not say', said(null), 'none'],
    ['its own flag', flagged(true), 'succeeded'],
    ['its own flag as number', flagged(1), 'succeeded'],
    ['its own flag, which says no', flagged(false), 'failed'],
    ['its own flag against the response', { ...said(true), ...flagged(false) }, 'failed'],
    ['its own flag for it', { ...said(false), ...flagged(true) }, 'succeeded'],
    ['an empty flag and the response', { ...said(true), ...flagged(null) }, 'succeeded'],
    ['errors that are none', { netsuite_response: { message: 'Booked', errors: {} } }, 'none'],
    ['a text of no errors', { netsuite_response: { message: 'Booked', error: '[]' } }, 'none'],
    ['one error beside none', { netsuite_response: { error: {}, errors: ['No bin'] } }, 'failed'],
    ['an error in words', { netsuite_response: { error: 'The bin is inactive' } }, 'failed'],
    ['an empty flag alone', flagged(null), 'none'],
  ]
  test.each(outcomes)('the outcome of a report is read from %s', (_what, record, outcome) => {
    expect(runSync(readReports([record], 'count'))).toMatchObject([{ outcome }])
  })

  const bins: readonly [what: string, bin_data: unknown, name: string | null][] = [
    ['the first entry', [{ binName: 'T-1' }, { binName: 'T-2' }], 'T-1'],
    ['an entry of another spelling', [{ bin_name: 'T-3' }], 'T-3'],
    ['an object', { binName: 'T-4' }, 'T-4'],
    ['the record where there is no entry', [], 'own'],
    ['the record where there is nothing', null, 'own'],
    ['a JSON text', '[{"binName":"T-5"}]', 'T-5'],
    ['a text', 'T-6', 'T-6'],
  ]
  test.each(bins)('transfers take the bin name from %s', (_what, bin_data, bin_name) => {
    expect(runSync(readReports([{ id: 1, bin_name: 'own', bin_data }], 'transfer'))).toMatchObject([
      { bin_name },
    ])
  })

  test('reports without a time come last, in their order', () => {
    const rows = [
      { id: 1, created_at: null },
      { id: 2, created_at: '2026-05-10T00:00:00Z' },
      { id: 3, created_at: 'soon' },
      { id: 4, created_at: '2026-05-11T00:00:00Z' },
    ]
    expect(runSync(newestFirst(rows)).map(({ id }) => id)).toEqual([4, 2, 1, 3])
  })
})
