/** Whether the last of some digits is their GS1 check digit: weights 3 and 1 in turn from the right, modulo 10. */
export function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, nth) => total + Number(digit) * (nth % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
