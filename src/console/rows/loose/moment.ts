/** Reads times in the formats that apps have stored. */
import { formatInstant, formatText, timeOf } from '#console/rows/formats.ts'
import { plainValueOf } from '#console/rows/loose/loose.ts'

const SECOND_MS = 1_000
/** Factors from a Unix timestamp to ms, by its number of digits in these decades. */
const EPOCHS: Readonly<Record<number, number>> = {
  10: SECOND_MS,
  13: 1,
  16: 1 / 1_000,
  19: 1 / 1_000_000,
}
/** 'Sun, 10 May 2026 15:42:00 GMT', as in RFC 9110 and from some Python servers. */
const HTTP_DATE =
  /^(?:[a-z]{3}, )?\d{1,2} [a-z]{3} \d{4} \d{2}:\d{2}(?::\d{2})?(?: (?:GMT|UTC|[+-]\d{4}))?$/i

/** A time as ISO 8601 if it can be read as one, otherwise as written; null for nothing. */
export function momentOf(value: unknown): string | null {
  const plain = plainValueOf(value)
  if (plain === null) return null
  const text = String(plain).trim()
  if (/^\d{10,19}(\.\d+)?$/.test(text)) return epoch(text)
  if (/^\d{4}\/\d{2}\/\d{2}\b/.test(text)) return text.replace(/^(\d{4})\/(\d{2})\//, '$1-$2-')
  if (!HTTP_DATE.test(text)) return text
  const at = Date.parse(/[a-z+-]\d*$/i.test(text.slice(-5)) ? text : `${text} GMT`)
  return Number.isNaN(at) ? text : new Date(at).toISOString()
}

/** The same in ms; null for anything that is not a time. Nearly all are ISO 8601, which needs no second look. */
export function instantOf(value: unknown): number | null {
  return timeOf(value) ?? timeOf(momentOf(value))
}

/** The same as a displayed date. Other servers send such times in all lists, not only in records. */
export function momentText(value: unknown): string {
  const at = instantOf(value)
  return at === null ? formatText(value) : formatInstant(at)
}

function epoch(text: string): string {
  const factor = EPOCHS[text.replace(/\..*/, '').length]
  return factor === undefined ? text : new Date(Number(text) * factor).toISOString()
}
