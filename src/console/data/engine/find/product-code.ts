/** Product numbers as they are compared: GTINs by their 14 digits, whichever of their lengths was stored. */
import { hasCheckDigit } from '#contract/scan/check-digit.ts'
import { folded } from '#console/data/engine/find/fold.ts'

/** Whether a folded text is as long as a GTIN of any kind. */
export function isProductNumber(plain: string): boolean {
  return /^\d{8,14}$/.test(plain)
}

/** A code without the leading zeros that its longer forms add; other codes are folded like any text. */
export function comparedCode(code: string): string {
  const plain = folded(code)
  return isProductNumber(plain) ? plain.replace(/^0+(?=\d)/, '') : plain
}

/** The product number of what is in a case (GS1 General Specifications, section 2.1); null for any other code. */
export function baseUnitOf(code: string): string | null {
  const plain = folded(code)
  if (!/^[1-8]\d{13}$/.test(plain) || !hasCheckDigit(plain)) return null
  const digits = plain.slice(1, 13)
  for (let check = 0; check < 10; check += 1) {
    const number = `${digits}${String(check)}`
    if (hasCheckDigit(number)) return comparedCode(number)
  }
  return null
}
