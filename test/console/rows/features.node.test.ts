import { describe, expect, test } from 'vitest'
import { enabledFeatures } from '#console/rows/features.ts'

describe('enabled features', () => {
  const cases: readonly [flags: unknown, words: string][] = [
    [
      { locations: true, binAdjustment: 'true', items: 1, bins: false },
      'Locations, Bin Adjustment, Items',
    ],
    [{ locations: false }, 'None'],
    [{}, 'None'],
    [null, 'None'],
    [undefined, 'None'],
  ]
  test.each(cases)('the features %o read %s', (flags, words) => {
    expect(enabledFeatures(flags)).toBe(words)
  })
})
