import type { BookingWorker } from '#server/erp/booking/booking-worker.ts'

const EVERY_MS = 15_000

/**
 * Looks for bookings that have become due every 15 seconds; what a device sends is booked at once.
 * @returns stops it
 */
export function scheduleBookings(erp: Pick<BookingWorker, 'wake'>): () => void {
  const timer = setInterval(() => void erp.wake(), EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
