/** Product numbers without an identifier: EAN-8 and -13, UPC-A and -E, ITF-14. */
import { hasCheckDigit } from '#contract/scan/check-digit.ts'

const LENGTHS = new Set([8, 12, 13, 14])

/**
 * The 14 digits of a product number, or that its check digit is wrong; null for what is none.
 * @param mayBeUpcE false where the scanner has said that it read another kind of code
 */
export function productNumberOf(
  text: string,
  { mayBeUpcE }: { readonly mayBeUpcE: boolean },
): { readonly number: string } | 'misread' | null {
  if (!/^\d+$/.test(text) || !LENGTHS.has(text.length) || /^0+$/.test(text)) return null
  const short = mayBeUpcE ? expandedUpcE(text) : null
  const number = short !== null && hasCheckDigit(short) ? short : text
  return hasCheckDigit(number) ? { number: number.padStart(14, '0') } : 'misread'
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
