import type { BookingWorker } from '#server/erp/booking/booking-worker.ts'

const EVERY_MS = 15_000

/**
 * Looks for due bookings every 15 seconds. What a device sends is booked at once.
 * @returns a function that stops it
 */
export function scheduleBookings(erp: Pick<BookingWorker, 'poll'>): () => void {
  const timer = setInterval(() => void erp.poll(), EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
