/** Where an item lies, or what lies in a bin: found among all balances, in slices. */
import type { Row } from '#contract/collections.ts'
import type { BinStockRow } from '#contract/records/bin-stock.ts'
import { exactSum } from '#console/rows/quantities.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'

/** Balances of one item, bin or location. */
export interface Balances {
  /** Those that hold anything, the fullest first; not more than `MAX_SHOWN`. */
  readonly rows: readonly BinStockRow[]
  /** How many hold anything, and how many nothing. */
  readonly filled: number
  readonly empty: number
  /** Their sums. */
  readonly onHand: number
  readonly available: number
  /** How many items they are of. */
  readonly items: number
}

/** More than a person reads. */
export const MAX_SHOWN = 500

/**
 * The balances with a value in a field. One pass of a comparison costs a few milliseconds over 250,000 rows, so
 * that an index would cost more than it saves.
 */
export function* balancesOf(
  rows: readonly Row[],
  field: 'item_id' | 'bin_id' | 'location_id',
  id: string,
): ChunkedTask<Balances> {
  const found: BinStockRow[] = []
  const items = new Set<string>()
  let empty = 0
  let onHand = 0
  let available = 0
  yield* walk(rows, (row) => {
    if (row[field] !== id) return
    // The rows of this list come from our own server alone, which checks their shape.
    const balance = row as BinStockRow
    const isEmpty = !balance.on_hand && !balance.available && !balance.committed
    if (isEmpty) {
      empty += 1
      return
    }
    found.push(balance)
    items.add(balance.item_id)
    onHand += balance.on_hand ?? 0
    available += balance.available ?? 0
  })
  const filled = found.length
  const shown = found.toSorted((one, other) => (other.on_hand ?? 0) - (one.on_hand ?? 0))
  return {
    rows: shown.slice(0, MAX_SHOWN),
    filled,
    empty,
    onHand: exactSum(onHand),
    available: exactSum(available),
    items: items.size,
  }
}
