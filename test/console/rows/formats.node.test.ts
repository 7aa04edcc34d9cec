import { afterEach, describe, expect, test, vi } from 'vitest'
import { setDateFormat } from '#console/rows/date-format.ts'
import { dayIn, dayInWords, shortDayInWords } from '#console/rows/days.ts'
import {
  clockTime,
  formatDateTime,
  formatQuantity,
  formatText,
  groupDigits,
  isDateLike,
  isQuantityLike,
  numberOf,
  timeOf,
  titleOf,
} from '#console/rows/formats.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('a date', () => {
  const inZones: readonly [zone: string, value: string, shown: string][] = [
    ['UTC', '2026-11-05T15:42:00Z', '05-11-2026 03:42 PM'],
    ['UTC', '2026-11-05T00:05:00Z', '05-11-2026 12:05 AM'],
    ['UTC', '2026-11-05T11:59:00Z', '05-11-2026 11:59 AM'],
    ['UTC', '2026-11-05T12:00:00Z', '05-11-2026 12:00 PM'],
    ['America/New_York', '2026-11-05T15:42:00Z', '05-11-2026 10:42 AM'],
    ['Asia/Kolkata', '2026-11-05T15:42:00Z', '05-11-2026 09:12 PM'],
    ['Asia/Tokyo', '2026-12-31T15:42:00Z', '01-01-2027 12:42 AM'],
    ['America/New_York', '2026-07-05T12:00:00+02:00', '05-07-2026 06:00 AM'],
    ['America/New_York', '2026-07-05T12:00:00+0200', '05-07-2026 06:00 AM'],
  ]
  test.each(inZones)('in %s, the date %s reads %s', (zone, value, shown) => {
    vi.stubEnv('TZ', zone)
    expect(formatDateTime(value)).toBe(shown)
  })

  const withoutZone: readonly [value: string, shown: string][] = [
    ['2026-11-05T15:42:00', '05-11-2026 10:42 AM'],
    ['2026-11-05 15:42:00', '05-11-2026 10:42 AM'],
    ['2026-11-05 15:42:00.123456', '05-11-2026 10:42 AM'],
    ['2026-11-05T15:42', '05-11-2026 10:42 AM'],
    ['2026-11-05 15:42:00.5+00', '05-11-2026 10:42 AM'],
  ]
  test.each(withoutZone)(
    'a time without a zone is UTC: %s reads %s in New York',
    (value, shown) => {
      vi.stubEnv('TZ', 'America/New_York')
      expect(formatDateTime(value)).toBe(shown)
    },
  )

  test.each(['America/New_York', 'Asia/Tokyo'])(
    'a day without a time stays that day in %s',
    (zone) => {
      vi.stubEnv('TZ', zone)
      expect(formatDateTime('2026-11-05')).toBe('05-11-2026 12:00 AM')
    },
  )

  const noDates: readonly [value: unknown, shown: string][] = [
    ['tomorrow', 'tomorrow'],
    ['2026-13-45', '2026-13-45'],
    ['2026-02-30', '2026-02-30'],
    ['2026-02-29T10:00:00Z', '2026-02-29T10:00:00Z'],
    ['2026-11-05 half past', '2026-11-05 half past'],
    ['05-11-2026', '05-11-2026'],
    [1_762_357_320_000, '1762357320000'],
    ['', '-'],
    [null, '-'],
    [undefined, '-'],
  ]
  test.each(noDates)(
    'a text that is not a date is shown unchanged: %o reads %s',
    (value, shown) => {
      expect(timeOf(value)).toBeNull()
      expect(formatDateTime(value)).toBe(shown)
    },
  )
})

describe('a date-like column', () => {
  const cases: readonly [field: string, value: unknown, is: boolean][] = [
    ['created_at', '2026-11-05T15:42:00Z', true],
    ['expected_date', '2026-11-05', true],
    ['operation_time', '2026-11-05 15:42:00', true],
    ['CREATED_AT', '2026-11-05', true],
    ['created_at', 'yesterday', false],
    ['created_at', null, false],
    ['memo', '2026-11-05', false],
    ['format', '2026-11-05', false],
    ['scannedAt', '2026-11-05', true],
    ['Scan Time', '2026-11-05', true],
    ['date', '2026-11-05', false],
  ]
  test.each(cases)('isDateLike for %s with %o is %s', (field, value, is) => {
    expect(isDateLike(field, value)).toBe(is)
  })
})

describe('a column of quantities', () => {
  const cases: readonly [field: string, value: unknown, is: boolean][] = [
    ['quantity', 2.5, true],
    ['quantity_shipped', '2.50', true],
    ['quantitybackordered', '1,200', true],
    ['enteredQuantity', 0, true],
    ['Ordered Qty', 3, true],
    ['on_hand', 7, true],
    ['total_available', 7, true],
    ['quantity', 'a few', false],
    ['quantity', null, false],
    ['available', true, false],
    ['line_id', 2, false],
    ['faculty', 2, false],
  ]
  test.each(cases)('isQuantityLike for %s with %o is %s', (field, value, is) => {
    expect(isQuantityLike(field, value)).toBe(is)
  })
})

describe('a quantity', () => {
  const cases: readonly [value: unknown, number: number | null, shown: string][] = [
    [12, 12, '12'],
    [12.4, 12.4, '12'],
    [12.5, 12.5, '13'],
    [-3.6, -3.6, '-4'],
    [-0.4, -0.4, '0'],
    [0, 0, '0'],
    ['7.25', 7.25, '7'],
    [' 8 ', 8, '8'],
    ['1,200', 1200, '1200'],
    ['-1,234,567.6', -1234567.6, '-1234568'],
    ['1,20', null, '1,20'],
    ['0x10', null, '0x10'],
    ['few', null, 'few'],
    ['', null, '-'],
    [' ', null, ' '],
    [null, null, '-'],
    [undefined, null, '-'],
    [true, null, 'Yes'],
    [Number.NaN, null, '-'],
  ]
  test.each(cases)('the quantity %o is %o and reads %s', (value, number, shown) => {
    expect(numberOf(value)).toBe(number)
    expect(formatQuantity(value)).toBe(shown)
  })
})

describe('any value in words', () => {
  const cases: readonly [value: unknown, shown: string][] = [
    [null, '-'],
    [undefined, '-'],
    ['', '-'],
    ['A-01', 'A-01'],
    [0, '0'],
    [false, 'No'],
    [true, 'Yes'],
    [{ a: 1 }, 'A: 1'],
    [[1, 2], '1, 2'],
    [{ a: [{ b: null }] }, 'A: ((B: -))'],
    [[], '-'],
  ]
  test.each(cases)('the value %o reads %s', (value, shown) => {
    expect(formatText(value)).toBe(shown)
  })
})

describe('the title of an undeclared field', () => {
  const cases: readonly [field: string, title: string][] = [
    ['bin_name', 'Bin Name'],
    ['binName', 'Bin Name'],
    ['bin_id', 'Bin ID'],
    ['inboundShipmentId', 'Inbound Shipment ID'],
    ['id', 'ID'],
    ['upc_code', 'Upc Code'],
    ['reference_1', 'Reference 1'],
    ['memo', 'Memo'],
    ['identity', 'Identity'],
    ['o:errorDetails', 'Error Details'],
    ['été_chaud', 'Été Chaud'],
    ['日本', '日本'],
    ['___', '___'],
    [' ', 'Unnamed'],
  ]
  test.each(cases)('the field %s gets the title %s', (field, title) => {
    expect(titleOf(field)).toBe(title)
  })
})

describe('a time of day', () => {
  test('a time is shown alone on its day and with the date on another', () => {
    vi.stubEnv('TZ', 'UTC')
    const now = Date.UTC(2026, 4, 11, 15)
    expect(clockTime(Date.UTC(2026, 4, 11, 0, 5), now)).toBe('00:05')
    expect(clockTime(Date.UTC(2026, 4, 10, 23, 59), now)).toBe('10-05-2026 23:59')
  })

  test("days are counted in the device's time zone", () => {
    vi.stubEnv('TZ', 'America/New_York')
    const now = Date.UTC(2026, 4, 11, 3)
    expect(clockTime(Date.UTC(2026, 4, 10, 23), now)).toBe('19:00')
  })
})

describe('separators between thousands', () => {
  test('a whole number gets them, and any other text stays as it is', () => {
    expect(['999', '1000', '1234567', '-25000'].map(groupDigits)).toEqual([
      '999',
      '1,000',
      '1,234,567',
      '-25,000',
    ])
    expect(['-', '', '12.5000', 'A-1000', '1,000'].map(groupDigits)).toEqual([
      '-',
      '',
      '12.5000',
      'A-1000',
      '1,000',
    ])
  })
})

describe('a chosen date format', () => {
  afterEach(() => setDateFormat({ clock: null, order: 'day-first' }))
  const at = new Date(2026, 10, 5, 15, 42)
  const later = new Date(2026, 10, 6, 0, 5)

  test.each([
    [null, 'day-first', '05-11-2026 03:42 PM', '15:42', '05-11-2026 15:42'],
    ['12', 'day-first', '05-11-2026 03:42 PM', '03:42 PM', '05-11-2026 03:42 PM'],
    ['24', 'month-first', '11-05-2026 15:42', '15:42', '11-05-2026 15:42'],
    ['24', 'year-first', '2026-11-05 15:42', '15:42', '2026-11-05 15:42'],
  ] as const)(
    'with the clock %s and the order %s, dates and times are written one way',
    (clock, order, date, today, earlier) => {
      setDateFormat({ clock, order })
      expect(formatDateTime(at.toISOString())).toBe(date)
      expect(clockTime(at.getTime(), at.getTime())).toBe(today)
      expect(clockTime(at.getTime(), later.getTime())).toBe(earlier)
    },
  )

  test.each([
    ['day-first', '05-11-2026', '05-11'],
    ['month-first', '11-05-2026', '11-05'],
    ['year-first', '2026-11-05', '11-05'],
  ] as const)('with the order %s, a day is read as it is written', (order, words, short) => {
    setDateFormat({ clock: null, order })
    expect(dayInWords('2026-11-05')).toBe(words)
    expect(shortDayInWords('2026-11-05')).toBe(short)
    expect(dayIn(words)).toBe('2026-11-05')
  })
})
