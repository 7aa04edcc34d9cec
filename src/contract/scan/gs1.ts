/**
 * Reads what a scanner sent: GS1 element strings, plain product numbers, GS1 Digital Link addresses.
 * https://ref.gs1.org/standards/genspecs/ sections 3, 5.10 and 7
 */
import { identifierAt, type ValueFormat } from '#contract/scan/application-identifiers.ts'
import { hasCheckDigit } from '#contract/scan/check-digit.ts'

/** One element: a lot, for example, with identifier `10`. */
export interface ScanElement {
  readonly identifier: string
  readonly value: string
}

export type Scan =
  | { readonly kind: 'elements'; readonly elements: readonly ScanElement[] }
  /** A check digit is wrong: the scanner misread the code, or the code is damaged. */
  | { readonly kind: 'misread' }
  /** Any other code, without its symbology prefix. */
  | { readonly kind: 'text'; readonly text: string }

/** What was scanned, by keys or by camera. */
export interface ScanReading {
  readonly scan: Scan
  /** With symbology prefix and separators. */
  readonly raw: string
}

/** The function character FNC1, as most scanners send it between elements. */
export const SEPARATOR = '\u001D'

/** The symbology prefixes of GS1-128, DataMatrix, QR, DataBar and Dot Code. */
const GS1_PREFIX = /^\](?:C1|d2|Q3|e0|J1)/
/** The symbology prefixes of EAN and UPC. */
const PRODUCT_PREFIX = /^\]E[04]/
const ANY_PREFIX = /^\][A-Za-z][0-9A-Za-z]/
/** GS1 character set 82. */
const CHARACTERS = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]+$/
const PRODUCT_LENGTHS = new Set([8, 12, 13, 14])

/** Whether a scanner said what kind of code it read. */
export function hasSymbologyPrefix(scanned: string): boolean {
  return ANY_PREFIX.test(scanned)
}

/** Reads a scan. Never throws. */
export function readScan(scanned: string): Scan {
  const text = scanned.replace(ANY_PREFIX, '')
  if (/^https?:\/\//i.test(text)) return readLink(text) ?? { kind: 'text', text }
  if (PRODUCT_PREFIX.test(scanned) || (!GS1_PREFIX.test(scanned) && isProductNumber(text)))
    return readProductNumber(text)
  const isGs1 = GS1_PREFIX.test(scanned) || text.includes(SEPARATOR)
  const read = text.startsWith('(') ? readBrackets(text) : readElements(text)
  // Without a sign of GS1, any number that happens to begin like an element may be meant.
  if (!isGs1 && !text.startsWith('(') && (read === 'misread' || !text.startsWith('01')))
    return { kind: 'text', text }
  if (read === 'misread') return { kind: 'misread' }
  return read ? { kind: 'elements', elements: read } : { kind: 'text', text }
}

/** What to search for in a list after a scan: the product number as stored in any of its lengths, or the text. */
export function searchOfScan(scan: Scan): string | null {
  if (scan.kind === 'misread') return null
  if (scan.kind === 'text') return scan.text
  const { elements } = scan
  const product = elements.find(({ identifier }) => identifier === '01' || identifier === '02')
  return product ? product.value.replace(/^0+/, '') : (elements[0]?.value ?? null)
}

type Read = ScanElement[] | 'misread' | null

function isProductNumber(text: string): boolean {
  if (!/^\d+$/.test(text) || !PRODUCT_LENGTHS.has(text.length)) return false
  return hasCheckDigit(text) || hasCheckDigit(expandedUpcE(text) ?? '1')
}

function readProductNumber(text: string): Scan {
  if (!/^\d+$/.test(text) || !PRODUCT_LENGTHS.has(text.length)) return { kind: 'text', text }
  const short = expandedUpcE(text)
  const number = short !== null && hasCheckDigit(short) ? short : text
  if (!hasCheckDigit(number)) return { kind: 'misread' }
  return { kind: 'elements', elements: [{ identifier: '01', value: number.padStart(14, '0') }] }
}

/**
 * The UPC-A number that eight digits of UPC-E stand for (GS1 General Specifications, section 5.2.2.4); null for other
 * texts. EAN-8 numbers that begin with 0 or 1 are not issued to products.
 */
function expandedUpcE(text: string): string | null {
  const found = /^([01])(\d{5})(\d)(\d)$/.exec(text)
  if (!found) return null
  const [, system = '', digits = '', last = '', check = ''] = found
  const maker = (length: number) => digits.slice(0, length)
  const [company, item] =
    Number(last) <= 2
      ? [`${maker(2)}${last}00`, `00${digits.slice(2)}`]
      : last === '3'
        ? [`${maker(3)}00`, `000${digits.slice(3)}`]
        : last === '4'
          ? [`${maker(4)}0`, `0000${digits.slice(4)}`]
          : [digits, `0000${last}`]
  return `${system}${company}${item}${check}`
}

/** A separator ends a value. Where all were lost, a value of variable length reaches to the end. */
function readElements(text: string): Read {
  const elements: ScanElement[] = []
  let rest = text.replace(SEPARATOR, (first, at: number) => (at === 0 ? '' : first))
  while (rest !== '') {
    const found = identifierAt(rest)
    if (!found) return null
    const { identifier, format } = found
    const after = rest.slice(identifier.length)
    const end = after.indexOf(SEPARATOR)
    const whole = end === -1 ? after : after.slice(0, end)
    const value = format.min === format.max ? whole.slice(0, format.max) : whole
    const fault = faultOf(value, format)
    if (fault) return fault === 'misread' ? fault : null
    elements.push({ identifier, value })
    rest = after.slice(value.length)
    if (rest.startsWith(SEPARATOR)) rest = rest.slice(1)
  }
  return elements.length > 0 ? elements : null
}

/** As printed below a code: `(01)09501101020917(10)ABC`. */
function readBrackets(text: string): Read {
  const parts = [...text.matchAll(/\((\d{2,4})\)([^(]*(?:\((?!\d{2,4}\))[^(]*)*)/g)]
  if (parts.map(([part]) => part).join('') !== text) return null
  return readPairs(parts.map(([, identifier = '', value = '']) => [identifier, value]))
}

/** By hand: the contract knows no `URL`. */
const LINK = /^https?:\/\/[^/?#]+([^?#]*)(?:\?([^#]*))?/i

function readLink(text: string): Scan | null {
  const [, path = '', query = ''] = LINK.exec(text) ?? []
  const steps = path.split('/').map(decoded)
  const start = steps.findIndex(
    (step, nth) => step === '01' && /^\d{8,14}$/.test(steps[nth + 1] ?? ''),
  )
  if (start === -1) return null
  const pairs: [string, string][] = []
  for (let nth = start; nth < steps.length - 1; nth += 2) {
    const identifier = steps[nth] ?? ''
    const value = steps[nth + 1] ?? ''
    pairs.push([identifier, identifier === '01' ? value.padStart(14, '0') : value])
  }
  for (const part of query.split('&')) {
    const [name = '', value = ''] = part.split('=').map(decoded)
    if (/^\d{2,4}$/.test(name)) pairs.push([name, value])
  }
  const read = readPairs(pairs)
  if (read === 'misread') return { kind: 'misread' }
  return read && { kind: 'elements', elements: read }
}

function readPairs(pairs: readonly (readonly [string, string])[]): Read {
  for (const [identifier, value] of pairs) {
    const found = identifierAt(identifier)
    if (found?.identifier !== identifier) return null
    const fault = faultOf(value, found.format)
    if (fault) return fault === 'misread' ? fault : null
  }
  return pairs.length === 0 ? null : pairs.map(([identifier, value]) => ({ identifier, value }))
}

function faultOf(value: string, format: ValueFormat): 'misread' | 'format' | null {
  const { min, max, digits, checked, isDate } = format
  if (value.length < min || value.length > max || !CHARACTERS.test(value)) return 'format'
  if (!/^\d*$/.test(value.slice(0, digits))) return 'format'
  if (checked !== undefined && !hasCheckDigit(value.slice(0, checked))) return 'misread'
  return isDate && dayOf(value, 2000) === null ? 'format' : null
}

/**
 * The day of a date element, as `2027-12-31`; null if there is no such day. Day 00 is the last one of
 * the month, and the century is the one that brings the year closest to the present one.
 */
export function dayOf(value: string, presentYear: number): string | null {
  const [year = 0, month = 0, day = 0] = (value.match(/\d\d/g) ?? []).map(Number)
  const present = presentYear % 100
  const shift = year - present >= 51 ? -100 : year - present <= -50 ? 100 : 0
  const full = presentYear - present + year + shift
  if (month < 1 || month > 12) return null
  const last = new Date(Date.UTC(full, month, 0)).getUTCDate()
  if (day > last) return null
  const parts = [month, day === 0 ? last : day].map((part) => String(part).padStart(2, '0'))
  return [String(full), ...parts].join('-')
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
