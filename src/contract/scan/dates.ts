/** Dates of GS1 elements, which have two digits for the year. */

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
