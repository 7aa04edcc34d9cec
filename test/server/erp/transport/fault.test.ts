import { expect, test } from 'vitest'
import { erpSentences } from '#server/erp/transport/fault.ts'

test.each([
  [0, 'NetSuite has no bins.'],
  [1, 'NetSuite returned no bins, so the one known row was kept.'],
  [2, 'NetSuite returned no bins, so the 2 known rows were kept.'],
])('an empty answer says what became of %i known rows', (kept, sentence) => {
  const [said = ''] = erpSentences.empty('bins', kept).split(' Check ')
  expect(said).toBe(sentence)
})
