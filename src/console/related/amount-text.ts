import { formatQuantity, groupDigits } from '#console/rows/formats.ts'

/** A quantity for the eye, such as `1,137`, as the lists show it. */
export function amountText(value: unknown): string {
  return groupDigits(formatQuantity(value))
}
