import { describe, expect, test } from 'vitest'
import { dayOf, readScan, SEPARATOR, searchOfScan } from '#contract/scan/gs1.ts'
import { hasCheckDigit } from '#contract/scan/check-digit.ts'
import { createRandom } from '#test/netsuite/random.ts'

const LABEL = [
  { identifier: '01', value: '09501101530003' },
  { identifier: '17', value: '140704' },
  { identifier: '10', value: 'AB-123' },
]

describe('GS1 element strings', () => {
  test.each([
    ['with the prefix of GS1-128', ']C1010950110153000317140704' + '10AB-123'],
    ['with the prefix of DataMatrix', ']d201095011015300031714070410AB-123'],
    ['with the separator as FNC1', `]Q3${SEPARATOR}01095011015300031714070410AB-123${SEPARATOR}`],
    ['as printed', '(01)09501101530003(17)140704(10)AB-123'],
    ['without any prefix', '01095011015300031714070410AB-123'],
    ['as a Digital Link', 'https://example.com/01/09501101530003?17=140704&10=AB-123'],
  ])('%s give the same product, expiry and lot', (_how, scanned) => {
    expect(readScan(scanned)).toStrictEqual({ kind: 'elements', elements: LABEL })
  })

  test('a separator ends a lot before a serial number', () => {
    expect(readScan(`]C110LOT42${SEPARATOR}21S1`)).toStrictEqual({
      kind: 'elements',
      elements: [
        { identifier: '10', value: 'LOT42' },
        { identifier: '21', value: 'S1' },
      ],
    })
  })

  test('a wrong check digit of a product or a container is a misread code', () => {
    expect(readScan(']C10109501101530004')).toStrictEqual({ kind: 'misread' })
    expect(readScan('(00)106141412345678907')).toStrictEqual({ kind: 'misread' })
    expect(readScan('(00)106141412345678908').kind).toBe('elements')
    expect(readScan(']E09501101530004')).toStrictEqual({ kind: 'misread' })
  })
})

describe('plain codes', () => {
  test.each(['96385074', '036000291452', '9501101530003', '09501101530003'])(
    '%s is a product number of 14 digits',
    (code) => {
      const elements = [{ identifier: '01', value: code.padStart(14, '0') }]
      expect(readScan(code)).toStrictEqual({ kind: 'elements', elements })
    },
  )

  test.each([
    ['04252614', '042100005264'],
    [']E004252614', '042100005264'],
    ['01234565', '012345000065'],
    ['01234531', '012300000451'],
    ['01234543', '012340000053'],
  ])('%s is UPC-E and stands for %s', (code, long) => {
    const elements = [{ identifier: '01', value: long.padStart(14, '0') }]
    expect(readScan(code)).toStrictEqual({ kind: 'elements', elements })
  })

  test.each([
    'A-01-02',
    'SO-2001',
    '9501101530004',
    '12345678',
    'https://example.com/a',
    '(x)',
    '',
  ])('%s stays as it is', (text) => {
    expect(readScan(text)).toStrictEqual({ kind: 'text', text })
  })

  test('the symbology prefix of any other code is dropped', () => {
    expect(readScan(']A0A-01-02')).toStrictEqual({ kind: 'text', text: 'A-01-02' })
  })
})

test('a list is searched for the product number without leading zeros', () => {
  expect(searchOfScan(readScan(']C101000360002914521714070410AB'))).toBe('36000291452')
  expect(searchOfScan(readScan(']A0A-01-02'))).toBe('A-01-02')
  expect(searchOfScan(readScan(']C10109501101530004'))).toBeNull()
})

test.each(['01234565', '04252614', '20261009', '0109501101020917'])(
  'a list is searched for digits of %s where the scanner says that it is the code of no product',
  (code) => {
    for (const prefix of [']C0', ']A0', ']Q1'])
      expect(code).toContain(searchOfScan(readScan(prefix + code)))
  },
)

test('a date takes the nearest century, and day 00 is the end of the month', () => {
  expect(dayOf('271231', 2026)).toBe('2027-12-31')
  expect(dayOf('280200', 2026)).toBe('2028-02-29')
  expect(dayOf('990101', 2026)).toBe('1999-01-01')
  expect(dayOf('010101', 2099)).toBe('2101-01-01')
  expect(dayOf('270230', 2026)).toBeNull()
  expect(dayOf('271300', 2026)).toBeNull()
})

test('random element strings are read as they were written', () => {
  const next = createRandom(1)
  const digit = (): string => String(Math.floor(next() * 10))
  for (let nth = 0; nth < 500; nth += 1) {
    const stem = Array.from({ length: 13 }, digit).join('')
    const check = Array.from('0123456789').find((last) => hasCheckDigit(stem + last)) ?? ''
    const lot = Array.from({ length: 1 + Math.floor(next() * 20) }, digit).join('')
    const serial = Array.from({ length: 1 + Math.floor(next() * 20) }, digit).join('')
    const elements = [
      { identifier: '10', value: lot },
      { identifier: '01', value: stem + check },
      { identifier: '21', value: serial },
    ]
    const written = `]d210${lot}${SEPARATOR}01${stem}${check}21${serial}`
    expect(readScan(written)).toStrictEqual({ kind: 'elements', elements })
  }
})

test('no text makes the reader throw', () => {
  const next = createRandom(2)
  const characters = [
    '(',
    ')',
    SEPARATOR,
    '%',
    '/',
    'A',
    '0',
    '1',
    '2',
    '7',
    'é',
    ']C1',
    'https://',
    '01',
  ]
  for (let nth = 0; nth < 2_000; nth += 1) {
    const length = Math.floor(next() * 30)
    const text = Array.from(
      { length },
      () => characters[Math.floor(next() * characters.length)] ?? '',
    ).join('')
    expect(() => readScan(text)).not.toThrow()
  }
})
