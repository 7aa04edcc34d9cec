import { expect, test } from 'vitest'
import type { Reader, ReadPage } from '#server/erp/pull/read.ts'
import { assertReadsTheSame, isSuspicious } from '#server/erp/pull/shrinking-guard.ts'

test.each([
  [0, 0, false],
  [12, 3, false],
  [12, 0, true],
  [100, 80, false],
  [100, 79, true],
  [100_000, 80_000, false],
  [100_000, 79_999, true],
  [100, 250, false],
])('%i known rows and %i read ones are suspicious: %s', (known, read, expected) => {
  expect(isSuspicious(known, read)).toBe(expected)
})

/** Answers with pages of these lengths. */
function reading(...lengths: number[]): Pick<Reader, 'page'> {
  return {
    page: async (after): Promise<ReadPage> => {
      const nth = after === null ? 0 : Number(after[0]) + 1
      return {
        rows: Array.from({ length: lengths[nth] ?? 0 }, (_, id) => ({
          id: `${nth}-${id}`,
          body: '{}',
          hash: 'h',
        })),
        refused: [],
        cursor: [String(nth)],
        hasMore: nth < lengths.length - 1,
        touched: [],
        latest: null,
        isUndated: true,
        without: [],
      }
    },
  }
}

test('a second reading with as many rows is believed, also if a few came in between', async () => {
  await expect(assertReadsTheSame('items', reading(500), 500)).resolves.toBeUndefined()
  await expect(assertReadsTheSame('items', reading(500, 7), 500)).resolves.toBeUndefined()
})

test('a second reading with far more rows refuses the first one', async () => {
  await expect(assertReadsTheSame('items', reading(500, 500), 500)).rejects.toMatchObject({
    kind: 'bad-answer',
    message: 'NetSuite returned 500 items and then 1000, so nothing was changed. Sync again.',
  })
})
