// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { indexRows } from '#console/data/engine/view-index.ts'
import { fitView, readListSearch, viewOf } from '#console/list/table-address.ts'
import { countOutcomes } from '#console/rows/outcome-days.ts'
import { lists } from '#console/screens/lists.ts'
import { OUTCOMES, recordsOf } from '#console/screens/picture-links.ts'

const NOON = Date.UTC(2026, 4, 11, 12)
const DAY_MS = 86_400_000
const reports = lists.filter(({ group }) => group === 'Reports')

beforeEach(() => vi.stubEnv('TZ', 'America/New_York'))
afterEach(() => vi.unstubAllEnvs())

/** Records at all hours of three weeks, with each kind of answer. */
const records: readonly Row[] = Array.from({ length: 300 }, (_, nth) => ({
  id: nth,
  created_at: new Date(NOON - (nth * 21 * DAY_MS) / 300).toISOString(),
  netsuite_response: [
    { netsuite_acknowledgment: { success: true } },
    '{"netsuite_acknowledgment":{"success":false}}',
    null,
  ][nth % 3],
  ...(nth % 5 === 0 && { netsuite_acknowledgement_success: nth % 2 === 0 }),
}))

test('there are four kinds of records', () => {
  expect(reports).toHaveLength(4)
})

test.each(reports)('every number of $title leads to as many rows', (screen) => {
  const { rows, columns } = screen.table(records)
  const index = indexRows(rows, columns)
  const days = countOutcomes(screen.collection, records, NOON)
  const shown = days.map(({ day }) => {
    const totals = OUTCOMES.map((outcome) => {
      // As it comes out of an address again.
      const search = readListSearch(
        JSON.parse(JSON.stringify(recordsOf(outcome, day))) as Record<string, unknown>,
      )
      return [outcome, index.answer(fitView(viewOf(search), columns)).total]
    })
    return { day, ...Object.fromEntries(totals) }
  })
  expect(shown).toEqual(days)
  expect(days.some(({ failed }) => failed > 1)).toBe(true)
})
