import type { StockReader } from '#server/erp/stock/reread-stock.ts'

/** Often enough for a minute, and at most one request each time. */
const EVERY_MS = 15_000

/**
 * Looks every 15 seconds for balances that bookings have changed.
 * @returns a function that stops it
 */
export function scheduleStock(stock: StockReader): () => void {
  const timer = setInterval(() => void stock.poll(), EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
