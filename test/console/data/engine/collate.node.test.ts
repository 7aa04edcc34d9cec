import { describe, expect, test } from 'vitest'
import { compareTexts, rankTexts } from '#console/data/engine/collate.ts'
import { runSync } from '#console/rows/chunked-task.ts'
import { createRandom, pick } from '#test/netsuite/random.ts'

const PRINTABLE = Array.from({ length: 95 }, (_, nth) => String.fromCharCode(32 + nth))

/** Whether the ranks agree with the collator for each pair. */
function agrees(texts: readonly string[]): boolean {
  const ranks = runSync(rankTexts(texts))
  return texts.every((a, left) =>
    texts.every(
      (b, right) =>
        Math.sign((ranks[left] ?? 0) - (ranks[right] ?? 0)) === Math.sign(compareTexts(a, b)),
    ),
  )
}

describe('ranks of texts', () => {
  test('ranks follow the natural order', () => {
    expect([...runSync(rankTexts(['Bin 10', 'bin 9', 'BIN 9', 'bin 09', 'a', 'Ä']))]).toEqual([
      2, 1, 1, 1, 0, 0,
    ])
  })

  const cases: readonly [what: string, texts: string[]][] = [
    ['every printable character', PRINTABLE],
    ['numbers of every length', ['1', '9', '10', '99', '100', '007', '7', '0', '00', '1a', '10a']],
    ['numbers longer than are packed', ['9'.repeat(25), '1'.repeat(26), '1'.repeat(25), '2']],
    ['what only begins alike', ['a'.repeat(40), `${'a'.repeat(39)}b`, 'a'.repeat(30)]],
    ['letters of other alphabets', ['Ärmel', 'apfel', 'Zebra', 'ñ', 'n', 'Ω', '日本']],
    ['invisible characters', ['a\u0001b', 'ab', 'a\tb', 'a b']],
    ['nothing', []],
  ]
  test.each(cases)('ranks agree with the collator for %s', (_what, texts) => {
    expect(agrees(texts)).toBe(true)
  })

  test('ranks agree with the collator for random bin names and random characters', () => {
    const random = createRandom(20_261_121)
    const word = () =>
      Array.from({ length: Math.floor(random() * 12) }, () =>
        pick(random, random() < 0.5 ? ['A', 'b', '-', ' ', '0', '1', '10', 'WH'] : PRINTABLE),
      ).join('')
    for (let round = 0; round < 20; round += 1) {
      const texts = Array.from({ length: 60 }, word)
      expect(agrees(texts) ? [] : texts).toEqual([])
    }
  })
})
