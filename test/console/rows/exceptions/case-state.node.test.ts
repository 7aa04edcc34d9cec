/** What is shown of an exception beside what people decided about it. */
import { describe, expect, test } from 'vitest'
import type { Case } from '#contract/records/exceptions.ts'
import { shownState } from '#console/rows/exceptions/case-state.ts'

const NOW = Date.UTC(2026, 10, 24, 9)
const HOUR = 3_600_000
const decided = (change: Partial<Case>) =>
  ({
    cause: 'permission',
    state: 'new',
    snoozed_until: null,
    last_failed_at: new Date(NOW - 2 * HOUR).toISOString(),
    ...change,
  }) as Case

const acknowledged = decided({ state: 'acknowledged' })
const snoozed = decided({ snoozed_until: new Date(NOW + HOUR).toISOString() })
const resolved = decided({ state: 'resolved' })

describe('a sync that failed after a decision', () => {
  const later = { kind: 'sync', at: NOW - HOUR } as const

  test('is covered by it if the cause is the same, unless it was resolved', () => {
    const shown = [acknowledged, snoozed, resolved].map((known) =>
      shownState({ ...later, cause: 'permission' }, known, NOW),
    )
    expect(shown).toEqual(['acknowledged', 'snoozed', 'new'])
  })

  test('is new if the cause is another one', () => {
    const shown = [acknowledged, snoozed, resolved].map((known) =>
      shownState({ ...later, cause: 'busy' }, known, NOW),
    )
    expect(shown).toEqual(['new', 'new', 'new'])
  })
})
