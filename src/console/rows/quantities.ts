/** The quantity of an inventory row, under any of its names (specification.md section 3). */
import { QUANTITY_FIELDS, type InventoryRow } from '#contract/records/erp.ts'
import { numberOf } from '#console/rows/formats.ts'

const [FIRST_FIELD] = QUANTITY_FIELDS

/** The first quantity that is a number, or null. */
export function quantityOf(row: InventoryRow): number | null {
  // A fast path for nearly all rows: a lookup by a variable name takes four times as long.
  const usual = row[FIRST_FIELD]
  if (typeof usual === 'number' && Number.isFinite(usual)) return usual
  for (const field of QUANTITY_FIELDS) {
    const quantity = numberOf(row[field])
    if (quantity !== null) return quantity
  }
  return null
}

/** As many as a quantity may have in NetSuite. Rounding errors are many digits further out. */
const DECIMALS = 8

/**
 * A sum or difference of quantities without the error of binary fractions: 0.1 and 0.2 make 0.3, not
 * 0.30000000000000004, which files would show and which a filter for 0.3 would miss.
 */
export function exactSum(sum: number): number {
  // Nearly all are whole. Adding zero makes 0 of -0.
  return Number.isInteger(sum) ? sum : Number(sum.toFixed(DECIMALS)) + 0
}
