/** The formats of values of GS1 elements, written as GS1 does: `N6` is six digits, `X..20` one to twenty characters. */
import { hasCheckDigit, hasCheckPair } from '#contract/scan/check-digit.ts'
import { dayOf } from '#contract/scan/dates.ts'

/** What is wrong with a value. A scanner misread a code whose check digit is wrong. */
export type Fault = 'misread' | 'format'

interface Part {
  readonly characters: RegExp
  readonly min: number
  readonly max: number
  readonly isOptional: boolean
  readonly fault: (value: string) => Fault | null
}

export interface ValueFormat {
  /** As GS1 writes it. */
  readonly written: string
  readonly parts: readonly Part[]
  /** In characters. */
  readonly min: number
  readonly max: number
}

/** Digits, and the character sets 82, 39 and 64. */
const CHARACTERS: Readonly<Record<string, RegExp>> = {
  N: /^\d*$/,
  X: /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]*$/,
  Y: /^[#\-/0-9A-Z]*$/,
  Z: /^[-0-9A-Z_a-z]*={0,2}$/,
}

const unless =
  (isRight: (value: string) => boolean, fault: Fault = 'format') =>
  (value: string): Fault | null =>
    isRight(value) ? null : fault

const isDate = (value: string): boolean => dayOf(value, 2000) !== null
const isBelow = (limit: number) => (value: string) => Number(value) < limit

const RULES: Readonly<Record<string, Part['fault']>> = {
  check: unless(hasCheckDigit, 'misread'),
  // Passes the check, and is no number that anybody has.
  gtin: (value) => (/^0+$/.test(value) ? 'format' : hasCheckDigit(value) ? null : 'misread'),
  pair: unless(hasCheckPair, 'misread'),
  /** Day 00 is the end of the month. */
  date: unless(isDate),
  day: unless((value) => isDate(value) && !value.endsWith('00')),
  hour: unless(isBelow(24)),
  time: unless((value) => isBelow(24)(value.slice(0, 2)) && isBelow(60)(value.slice(2))),
  sixties: unless((value) => /^(?:[0-5]\d)+$/.test(value)),
  threes: unless((value) => value.length % 3 === 0),
  share: unless((value) => {
    const [piece, total] = [Number(value.slice(0, 2)), Number(value.slice(2))]
    return piece > 0 && piece <= total
  }),
  country: unless((value) => /^[A-Z]+$/.test(value)),
  flag: unless((value) => value === '0' || value === '1'),
  minus: unless((value) => value === '-'),
  number: unless((value) => value === '0' || !value.startsWith('0')),
  zero: unless((value) => value === '0'),
}

const PART = /^(\[?)([NXYZ])(\.\.)?(\d+)\]?(?:,(\w+))?$/

/** Reads a format: parts with their rules, optional ones in brackets. */
export function formatOf(written: string): ValueFormat {
  const parts = written.split(' ').map((part): Part => {
    const [, bracket, kind = '', upTo, length, rule = ''] = PART.exec(part) ?? []
    const max = Number(length)
    return {
      characters: CHARACTERS[kind] ?? /$^/,
      min: upTo === undefined ? max : 1,
      max,
      isOptional: bracket === '[',
      fault: RULES[rule] ?? (() => null),
    }
  })
  const min = parts.reduce((sum, part) => sum + (part.isOptional ? 0 : part.min), 0)
  const max = parts.reduce((sum, part) => sum + part.max, 0)
  return { written, parts, min, max }
}

/** What is wrong with a value; null if it is right. */
export function faultOf(value: string, { parts, min, max }: ValueFormat): Fault | null {
  if (value.length < min || value.length > max) return 'format'
  let rest = value
  let misread: Fault | null = null
  for (const part of parts) {
    const piece = rest.slice(0, part.max)
    rest = rest.slice(part.max)
    if (piece === '' && part.isOptional) continue
    if (piece.length < part.min || !part.characters.test(piece)) return 'format'
    const fault = part.fault(piece)
    if (fault === 'format') return fault
    misread ??= fault
  }
  return misread
}
