import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { indexRows } from '#console/data/engine/view-index.ts'
import { fitView, readListSearch, viewOf } from '#console/table/columns/table-address.ts'
import { countOutcomes } from '#console/rows/outcome-days.ts'
import { touchTargets } from '#console/screens/dashboard/touch-targets.ts'
import { lists } from '#console/screens/lists.ts'
import { OUTCOMES, recordsOf } from '#console/screens/dashboard/chart-links.ts'

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

test.each(reports)('every number of $title links to that number of rows', (screen) => {
  const { rows, columns } = screen.table(records)
  const index = indexRows(rows, columns)
  const days = countOutcomes(screen.collection, records, NOON)
  const shown = days.map(({ day }) => {
    const totals = OUTCOMES.map((outcome) => {
      // As read back from an address.
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

const zones: readonly [what: string, heights: readonly number[], tops: readonly number[]][] = [
  ['a low part is as high as a finger', [7], [44]],
  ['a high one as it is', [120], [120]],
  ['a low one over a high one reaches above it', [80, 5], [80, 124]],
  ['and below it, where there is too little room above', [120, 5], [93, 137]],
  ['three of them share what there is', [3, 120, 4], [44, 93, 137]],
  ['each from the foot on', [2, 2, 2], [44, 88, 132]],
]
test.each(zones)('a touch zone fits a finger: %s', (_what, heights, tops) => {
  const found = touchTargets(heights, 137)
  expect(found.map(({ to }) => to)).toEqual(tops)
  expect(found.map(({ from }) => from)).toEqual([0, ...tops].slice(0, -1))
})
