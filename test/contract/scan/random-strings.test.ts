/** Random element strings: there and back, beside another parser, and broken. */
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { identifierAt } from '#contract/scan/application-identifiers.ts'
import { hasCheckDigit, hasCheckPair } from '#contract/scan/check-digit.ts'
import { readScan, type ScanElement, SEPARATOR } from '#contract/scan/gs1.ts'
import { createRandom, pick } from '#test/netsuite/random.ts'

interface OtherParser {
  readonly parseBarcode: (scanned: string) => {
    readonly parsedCodeItems: readonly { readonly ai: string; readonly raw: string }[]
  }
}

const other = createRequire(import.meta.url)('gs1-barcode-parser-mod2') as OtherParser

/** 10,000 in `npm run test:long`. */
const STRINGS = Number(process.env['ELEMENT_STRINGS'] ?? 1_000)

const next = createRandom(22)
const below = (limit: number): number => Math.floor(next() * limit)

const DIGITS = Array.from('0123456789')
const SETS: Readonly<Record<string, readonly string[]>> = {
  N: DIGITS,
  X: Array.from(
    '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz',
  ),
  Y: Array.from('#-/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  Z: Array.from('-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'),
}

/** All identifiers that are known, and how GS1 writes the format of each. */
const KNOWN = Array.from({ length: 10_000 }, (_, nth) => String(nth))
  .flatMap((digits) => (digits.length === 1 ? [`0${digits}`] : [digits]))
  .flatMap((identifier) => {
    const found = identifierAt(identifier)
    return found?.identifier === identifier ? [{ identifier, written: found.format.written }] : []
  })

/** Values for rules that few random texts fulfil. */
const WRITERS: Readonly<Record<string, (stem: string) => string>> = {
  check: withCheckDigit,
  gtin: withCheckDigit,
  date: () => `${two(below(100))}${two(1 + below(12))}${two(below(29))}`,
  day: () => `${two(below(100))}${two(1 + below(12))}${two(1 + below(28))}`,
  hour: () => two(below(24)),
  time: () => two(below(24)) + two(below(60)),
  sixties: (stem) => two(below(60)) + (stem.length > 2 ? two(below(60)) : ''),
  threes: (stem) => stem.repeat(3).slice(0, 3 * Math.ceil(stem.length / 3)),
  share: () => pick(next, ['0102', '0202', '1299']),
  country: () => pick(next, ['DE', 'US']),
  flag: () => pick(next, ['0', '1']),
  minus: () => '-',
  number: (stem) => stem.replace(/^0+(?=.)/, ''),
  zero: () => '0',
  pair: withCheckPair,
}

const two = (number: number): string => String(number).padStart(2, '0')

function withCheckDigit(digits: string): string {
  const stem = `1${digits.slice(1, -1)}`
  return stem + DIGITS.find((last) => hasCheckDigit(stem + last))
}

function withCheckPair(text: string): string {
  const stem = `A${text}`.slice(0, 23)
  const set = Array.from('23456789ABCDEFGHJKLMNPQRSTUVWXYZ')
  const pairs = set.flatMap((one) => set.map((last) => one + last))
  return stem + pairs.find((pair) => hasCheckPair(stem + pair))
}

function randomValue(written: string): string {
  const parts = [...written.matchAll(/(\[?)([NXYZ])(\.\.)?(\d+)\]?(?:,(\w+))?/g)]
  return parts
    .map(([, bracket, set = '', upTo, length, rule = '']) => {
      if (bracket && next() < 0.5) return ''
      const size = upTo ? 1 + below(Number(length)) : Number(length)
      const stem = Array.from({ length: size }, () => pick(next, SETS[set] ?? [])).join('')
      return WRITERS[rule]?.(stem) ?? stem
    })
    .join('')
}

function randomElements(of: typeof KNOWN): ScanElement[] {
  return Array.from({ length: 1 + below(5) }, () => {
    const { identifier, written } = pick(next, of)
    return { identifier, value: randomValue(written) }
  })
}

/** As a code holds them: GS1 lists the beginnings of those that need no separator after them. */
function encoded(elements: readonly ScanElement[]): string {
  return elements
    .map(({ identifier, value }, nth) => {
      const isLast = nth === elements.length - 1
      const isPredefined = /^(?:0[0-4]|1[1-9]|20|3[1-6]|41)/.test(identifier)
      return identifier + value + (isLast || isPredefined ? '' : SEPARATOR)
    })
    .join('')
}

/** As the General Specifications list them. */
const LISTED =
  '00-03 10-13 15-17 20-22 235 240-243 250 251 253-255 30 3100-3105 3110-3115 3120-3125 3130-3135 3140-3145 ' +
  '3150-3155 3160-3165 3200-3205 3210-3215 3220-3225 3230-3235 3240-3245 3250-3255 3260-3265 3270-3275 3280-3285 ' +
  '3290-3295 3300-3305 3310-3315 3320-3325 3330-3335 3340-3345 3350-3355 3360-3365 3370-3375 3400-3405 3410-3415 ' +
  '3420-3425 3430-3435 3440-3445 3450-3455 3460-3465 3470-3475 3480-3485 3490-3495 3500-3505 3510-3515 3520-3525 ' +
  '3530-3535 3540-3545 3550-3555 3560-3565 3570-3575 3600-3605 3610-3615 3620-3625 3630-3635 3640-3645 3650-3655 ' +
  '3660-3665 3670-3675 3680-3685 3690-3695 37 3900-3909 3910-3919 3920-3929 3930-3939 3940-3943 3950-3955 400-403 ' +
  '410-417 420-427 4300-4326 4330-4333 7001-7011 7020-7023 7030-7041 710-717 7230-7242 7250-7259 8001-8014 ' +
  '8017-8020 8026 8030 8110-8112 8200 90-99'

test('exactly the identifiers of the General Specifications are known', () => {
  const listed = LISTED.split(' ').flatMap((range) => {
    const [first = '', last = first] = range.split('-')
    const count = Number(last) - Number(first) + 1
    return Array.from({ length: count }, (_, nth) =>
      String(Number(first) + nth).padStart(first.length, '0'),
    )
  })
  expect(KNOWN.map(({ identifier }) => identifier).toSorted()).toEqual(listed.toSorted())
})

test('random element strings are read as they were written', () => {
  for (let nth = 0; nth < STRINGS; nth += 1) {
    const elements = randomElements(KNOWN)
    expect(readScan(`]d2${encoded(elements)}`)).toEqual({ kind: 'elements', elements })
  }
})

test('another parser reads random element strings the same', () => {
  // It does not know what was assigned in recent years, and 425 with one country only.
  const shared = KNOWN.filter(
    ({ identifier, written }) =>
      identifier !== '425' && secondOpinion(identifier + randomValue(written)) !== null,
  )
  expect(shared.length).toBeGreaterThan(400)
  for (let nth = 0; nth < STRINGS; nth += 1) {
    const scanned = `]d2${encoded(randomElements(shared))}`
    expect(readScan(scanned)).toEqual({ kind: 'elements', elements: secondOpinion(scanned) })
  }
})

test('a code with one wrong digit among checked ones is never read as something else', () => {
  for (let nth = 0; nth < STRINGS / 10; nth += 1) {
    const value = randomValue('N14,gtin')
    const at = below(13)
    const wrong =
      value.slice(0, at) + String((Number(value[at]) + 1 + below(9)) % 10) + value.slice(at + 1)
    expect(readScan(`]C101${wrong}17271231`)).toEqual({ kind: 'misread' })
  }
})

test('no text makes the reader throw, whatever is cut out of it or put into it', () => {
  const pieces = [
    '(',
    ')',
    SEPARATOR,
    '%',
    '/',
    'A',
    '0',
    '1',
    '7',
    'é',
    ']C1',
    'https://',
    '01',
    '\u0000',
    '😀',
  ]
  for (let nth = 0; nth < STRINGS * 2; nth += 1) {
    const whole = nth % 2 === 0 ? encoded(randomElements(KNOWN)) : ''
    const at = below(whole.length + 1)
    const noise = Array.from({ length: below(12) }, () => pick(next, pieces)).join('')
    const text = whole.slice(0, at) + noise + whole.slice(at + below(4))
    expect(['elements', 'misread', 'text']).toContain(readScan(text).kind)
  }
})

/** What the other parser reads; null where it does not know an identifier. */
function secondOpinion(scanned: string): ScanElement[] | null {
  try {
    return other
      .parseBarcode(scanned)
      .parsedCodeItems.map(({ ai, raw }) => ({ identifier: ai, value: raw }))
  } catch {
    return null
  }
}
