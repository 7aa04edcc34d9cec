/** Whether the last of some digits is their GS1 check digit: weights 3 and 1 in turn from the right, modulo 10. */
export function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, nth) => total + Number(digit) * (nth % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

const CHARACTERS_82 =
  '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
/** Without what looks like another: 0, 1, I and O. */
const CHARACTERS_32 = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const WEIGHTS = [
  2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83,
]

/**
 * Whether the last two of some characters are their GS1 check character pair: weights are the primes from the right,
 * modulo 1,021 (General Specifications, section 7.9.5).
 */
export function hasCheckPair(text: string): boolean {
  const stem = text.slice(0, -2)
  if (stem === '' || stem.length > WEIGHTS.length) return false
  const sum = Array.from(stem)
    .toReversed()
    .reduce((total, each, nth) => total + CHARACTERS_82.indexOf(each) * (WEIGHTS[nth] ?? 0), 0)
  const rest = sum % 1_021
  return text.endsWith(`${CHARACTERS_32[rest >> 5] ?? ''}${CHARACTERS_32[rest & 31] ?? ''}`)
}
