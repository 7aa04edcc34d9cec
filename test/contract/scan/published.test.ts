/** What GS1 publishes as examples, each read as its page says. */
import { describe, expect, test } from 'vitest'
import { readScan, SEPARATOR } from '#contract/scan/gs1.ts'
import { hasCheckDigit, hasCheckPair } from '#contract/scan/check-digit.ts'

const elements = (printed: string) => ({
  kind: 'elements',
  elements: [...printed.matchAll(/\((\d+)\)([^(]+)/g)].map(([, identifier, value]) => ({
    identifier,
    value,
  })),
})

describe('check digits', () => {
  test.each(['6291041500213', '614141000036', '10614141000415', '96385074', '376104250021234569'])(
    '%s is right, and with any other last digit wrong',
    (number) => {
      const right = Array.from('0123456789').filter((last) =>
        hasCheckDigit(number.slice(0, -1) + last),
      )
      expect(right).toEqual([number.at(-1)])
    },
  )

  test('a model number has a pair of check characters', () => {
    expect(hasCheckPair('1987654Ad4X4bL5ttr2310c2K')).toBe(true)
    expect(hasCheckPair('1987654Ad4X4bL5ttr2310d2K')).toBe(false)
    expect(readScan('(8013)1987654Ad4X4bL5ttr2310c2K').kind).toBe('elements')
    expect(readScan('(8013)1987654Ad4X4bL5ttr2310c2L')).toEqual({ kind: 'misread' })
  })
})

describe('element strings', () => {
  test.each([
    '(01)09501101530003(17)140704(10)AB-123',
    '(01)09506000134352(17)201225(10)ABC123(21)12345',
    '(00)106141412345678908',
    '(02)09506000134352(37)24(10)L1',
    '(01)99506000134355(3103)001750(3922)299(16)150809(10)1234',
    '(414)9506000134352(254)1234',
    '(253)95060001343521234',
    '(8003)095060001343521234AB',
    '(8006)095060001343520102',
    '(8008)1509150930',
    '(8018)395060001343520001',
    '(8110)106141416543213150110120',
    '(4300)ACME%20INC(4307)US(420)90210',
    '(4309)02790858483015297971',
    '(7003)1509151030(30)12',
    '(7007)150901150907(421)840901',
    '(7040)1ABC',
    '(8010)ABC#12/3-4(8011)12',
    '(8200)https://example.com',
    '(4330)001500-(4321)1',
  ])('%s is read from its brackets, and from its code', (printed) => {
    expect(readScan(printed)).toEqual(elements(printed))
    const code = elements(printed).elements.map((each) => `${each.identifier}${each.value}`)
    expect(readScan(`]d2${code.join(SEPARATOR)}`)).toEqual(elements(printed))
  })
})

describe('Digital Link addresses', () => {
  test.each([
    ['https://id.gs1.org/01/9520123456788', '(01)09520123456788'],
    ['https://id.gs1.org/01/9520123456788/22/2A', '(01)09520123456788(22)2A'],
    [
      'https://id.gs1.org/01/9520123456788/10/ABC1/21/12345?17=180426',
      '(01)09520123456788(10)ABC1(21)12345(17)180426',
    ],
    [
      'https://example.com/some/path/01/9520123456788?3103=000195&linkType=all',
      '(01)09520123456788(3103)000195',
    ],
    ['https://id.gs1.org/414/9520123456788/254/32a%2Fb', '(414)9520123456788(254)32a/b'],
    ['https://id.gs1.org/00/106141412345678908', '(00)106141412345678908'],
    ['HTTPS://ID.GS1.ORG/00/106141412345678908/', '(00)106141412345678908'],
    ['https://id.gs1.org/8004/9520614141234567', '(8004)9520614141234567'],
    ['https://id.gs1.org/8006/095201234567880102/21/9', '(8006)095201234567880102(21)9'],
  ])('%s', (address, printed) => {
    expect(readScan(address)).toEqual(elements(printed))
  })

  test.each([
    ['its qualifiers in another order', 'https://id.gs1.org/01/9520123456788/21/12345/10/ABC1'],
    ['a qualifier of another key', 'https://id.gs1.org/00/106141412345678908/10/ABC1'],
    ['a lot alone', 'https://id.gs1.org/10/ABC1'],
    ['no value', 'https://id.gs1.org/01/'],
  ])('%s is any other address', (_what, address) => {
    expect(readScan(address)).toEqual({ kind: 'text', text: address })
  })

  test('a wrong check digit in one is a misread code', () => {
    expect(readScan('https://id.gs1.org/01/9520123456789')).toEqual({ kind: 'misread' })
    expect(readScan('https://id.gs1.org/00/106141412345678907')).toEqual({ kind: 'misread' })
  })
})

describe('values that GS1 does not allow', () => {
  test.each([
    ['a product number of zeros', '(01)00000000000000'],
    ['a lot of 21 characters', '(10)123456789012345678901'],
    ['an empty lot', '(01)09501101530003(10)'],
    ['a character outside of set 82', '(10)AB#12'],
    ['a character outside of set 39', '(8010)abc'],
    ['a letter among digits', '(37)1A'],
    ['the 30th of February', '(17)270230'],
    ['day 00 of a date that needs its day', '(7006)270200'],
    ['the 25th hour', '(7003)2701012500'],
    ['five decimals of a percentage', '(3945)1234'],
    ['the third of two pieces', '(8006)095060001343520302'],
    ['an unassigned identifier', '(05)1'],
    ['six decimals of a weight', '(3106)000001'],
  ])('%s is no element', (_what, printed) => {
    expect(readScan(printed)).toEqual({ kind: 'text', text: printed })
    const raw = printed.replaceAll(/[()]/g, '')
    expect(readScan(`]C1${raw}`)).toEqual({ kind: 'text', text: raw })
  })

  test.each(['00000000', '000000000000', '0000000000000', '00000000000000'])(
    '%s is no product number',
    (text) => expect(readScan(`]E0${text}`)).toEqual({ kind: 'text', text }),
  )
})

describe('separators', () => {
  const PRODUCT = '0109501101530003'

  test('a value without an end says so where nothing shows that the scanner sends separators', () => {
    expect(readScan(`${PRODUCT}10LOT4217271231`)).toEqual({
      ...elements('(01)09501101530003(10)LOT4217271231'),
      isUnsure: true,
    })
    expect(readScan(`${PRODUCT}10LOT42`)).toEqual(elements('(01)09501101530003(10)LOT42'))
  })

  test('a value is not unsure if the scanner names GS1 or has sent a separator', () => {
    const lot = '10LOT4217271231'
    expect(readScan(`]C1${PRODUCT}${lot}`)).toEqual(elements('(01)09501101530003(10)LOT4217271231'))
    expect(readScan(`${PRODUCT}3712${SEPARATOR}${lot}`)).toEqual(
      elements('(01)09501101530003(37)12(10)LOT4217271231'),
    )
  })

  test('without any sign of GS1 a container alone is read, and nothing that only begins like an element', () => {
    expect(readScan('00106141412345678908')).toEqual(elements('(00)106141412345678908'))
    for (const text of ['00106141412345678907', '10LOT42', '3712', '001061414123456789081'])
      expect(readScan(text)).toEqual({ kind: 'text', text })
  })
})

test.each(['DS:bin:42', ']Q1DS:bin:42', ']C0DS:bin:42'])(
  'a label of ours is its text: %s',
  (scanned) => {
    expect(readScan(scanned)).toEqual({ kind: 'text', text: 'DS:bin:42' })
  },
)
