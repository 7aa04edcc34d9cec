import { describe, expect, test } from 'vitest'
import { dayAfter, dayIn, dayInWords, dayOf } from '#console/rows/days.ts'

describe('a typed day', () => {
  const typed: readonly [text: string, day: string | null][] = [
    ['05-11-2026', '2026-11-05'],
    ['5.1.2026', '2026-01-05'],
    [' 5/11/2026 ', '2026-11-05'],
    ['2026-11-05', '2026-11-05'],
    ['29-02-2024', '2024-02-29'],
    ['29-02-2026', null],
    ['31-04-2026', null],
    ['05-13-2026', null],
    ['0-1-2026', null],
    ['05-11-26', null],
    ['tomorrow', null],
    ['', null],
  ]
  test.each(typed)('%j is the day %s', (text, day) => {
    expect(dayIn(text)).toBe(day)
  })

  test('a day that the console writes is read as the same day', () => {
    const first = Date.parse('2023-12-25T12:00:00')
    for (let nth = 0; nth < 1_200; nth += 1) {
      const day = dayOf(first + nth * 86_400_000)
      expect(dayIn(dayInWords(day))).toBe(day)
    }
  })
})

test('days are counted over the ends of months, years and summer time', () => {
  expect(dayAfter('2026-01-01', -1)).toBe('2025-12-31')
  expect(dayAfter('2024-02-28', 1)).toBe('2024-02-29')
  expect(dayAfter('2026-03-28', 2)).toBe('2026-03-30')
  expect(dayAfter('2026-10-24', 2)).toBe('2026-10-26')
  expect(dayAfter('no day', 1)).toBe('no day')
})
