/**
 * Reads what a scanner sent: GS1 element strings, plain product numbers, GS1 Digital Link addresses.
 * https://ref.gs1.org/standards/genspecs/ sections 3, 5.10 and 7
 */
import { identifierAt } from '#contract/scan/application-identifiers.ts'
import { pairsOfLink } from '#contract/scan/digital-link.ts'
import { productNumberOf } from '#contract/scan/product-number.ts'
import { faultOf } from '#contract/scan/value-format.ts'

export { dayOf } from '#contract/scan/dates.ts'

/** One element: a lot, for example, with identifier `10`. */
export interface ScanElement {
  readonly identifier: string
  readonly value: string
}

export type Scan =
  | {
      readonly kind: 'elements'
      readonly elements: readonly ScanElement[]
      /**
       * Whether the last value may hold further elements: it has no fixed length, and nothing shows that this scanner
       * sends separators.
       */
      readonly isUnsure?: true
    }
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
/**
 * What is read as GS1 without any sign of it: a product number first, or the number of a container alone. Any other
 * number may happen to begin like an element.
 */
const LIKELY_GS1 = /^(?:01\d{14}|00\d{18}$)/

/** Whether a scanner said what kind of code it read. */
export function hasSymbologyPrefix(scanned: string): boolean {
  return ANY_PREFIX.test(scanned)
}

/** What was scanned, without the prefix with which a scanner says what kind of code it read. */
export function withoutPrefix(scanned: string): string {
  return scanned.replace(ANY_PREFIX, '')
}

/** Reads a scan. Never throws. */
export function readScan(scanned: string): Scan {
  const text = withoutPrefix(scanned)
  const asText: Scan = { kind: 'text', text }
  if (/^https?:\/\//i.test(text)) return scanOf(readPairs(pairsOfLink(text) ?? [])) ?? asText
  if (GS1_PREFIX.test(scanned) || text.includes(SEPARATOR))
    return scanOf(readElements(text)) ?? asText
  const isOfProduct = PRODUCT_PREFIX.test(scanned)
  const product = productNumberOf(text, { mayBeUpcE: isOfProduct || !hasSymbologyPrefix(scanned) })
  if (isOfProduct && product === 'misread') return { kind: 'misread' }
  if (product !== null && product !== 'misread')
    return { kind: 'elements', elements: [{ identifier: '01', value: product.number }] }
  if (text.startsWith('(')) return scanOf(readPairs(pairsInBrackets(text))) ?? asText
  const read = LIKELY_GS1.test(text) ? readElements(text) : null
  if (read === null || read === 'misread') return asText
  return { kind: 'elements', elements: read, ...(mayHoldMore(read) && { isUnsure: true }) }
}

/** What to search for in a list after a scan: the product number as stored in any of its lengths, or the text. */
export function searchOfScan(scan: Scan): string | null {
  if (scan.kind === 'misread') return null
  if (scan.kind === 'text') return scan.text
  const { elements } = scan
  const product = elements.find(({ identifier }) => identifier === '01' || identifier === '02')
  return product ? product.value.replace(/^0+/, '') : (elements[0]?.value ?? null)
}

type Read = readonly ScanElement[] | 'misread' | null

function scanOf(read: Read): Scan | null {
  return typeof read === 'string' ? { kind: read } : read && { kind: 'elements', elements: read }
}

/** A separator ends a value. Without one, a value of variable length reaches to the end. */
function readElements(text: string): Read {
  const elements: ScanElement[] = []
  let isMisread = false
  let rest = text.startsWith(SEPARATOR) ? text.slice(1) : text
  while (rest !== '') {
    const found = identifierAt(rest)
    if (!found) return null
    const { identifier, format } = found
    const after = rest.slice(identifier.length)
    const end = after.indexOf(SEPARATOR)
    const whole = end === -1 ? after : after.slice(0, end)
    const value = format.min === format.max ? whole.slice(0, format.max) : whole
    const fault = faultOf(value, format)
    if (fault === 'format') return null
    isMisread ||= fault === 'misread'
    elements.push({ identifier, value })
    rest = after.slice(value.length)
    if (rest.startsWith(SEPARATOR)) rest = rest.slice(1)
  }
  if (elements.length === 0) return null
  return isMisread ? 'misread' : elements
}

/** Whether the last value is also a shorter one with further elements after it. */
function mayHoldMore(elements: readonly ScanElement[]): boolean {
  const { identifier, value } = elements.at(-1) ?? { identifier: '', value: '' }
  const format = identifierAt(identifier)?.format
  if (!format || format.min === format.max) return false
  for (let length = format.min; length < value.length; length += 1) {
    const rest = readElements(value.slice(length))
    if (rest !== null && rest !== 'misread' && !faultOf(value.slice(0, length), format)) return true
  }
  return false
}

/** As printed below a code: `(01)09501101020917(10)ABC`. */
function pairsInBrackets(text: string): [identifier: string, value: string][] {
  const parts = [...text.matchAll(/\((\d{2,4})\)([^(]*(?:\((?!\d{2,4}\))[^(]*)*)/g)]
  if (parts.map(([part]) => part).join('') !== text) return []
  return parts.map(([, identifier = '', value = '']) => [identifier, value])
}

function readPairs(pairs: readonly (readonly [identifier: string, value: string])[]): Read {
  let isMisread = false
  for (const [identifier, value] of pairs) {
    const found = identifierAt(identifier)
    if (found?.identifier !== identifier) return null
    const fault = faultOf(value, found.format)
    if (fault === 'format') return null
    isMisread ||= fault === 'misread'
  }
  if (pairs.length === 0) return null
  return isMisread ? 'misread' : pairs.map(([identifier, value]) => ({ identifier, value }))
}
