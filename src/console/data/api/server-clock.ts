/** The time by the server's clock: a tablet's own may be wrong (decisions/console/offline.md). */

let offsetMs = 0

/**
 * Learns from the `Date` header of an answer.
 * @param cameAt when that came in, in ms by the device's clock; by default just now
 */
export function learnServerTime(dateHeader: string | null, cameAt = Date.now()): void {
  const at = dateHeader === null ? Number.NaN : Date.parse(dateHeader)
  if (!Number.isNaN(at)) offsetMs = at - cameAt
}

/** Now by the server's clock, in ms; by the device's until the server has answered. */
export function serverNow(): number {
  return Date.now() + offsetMs
}

/** A time by the device's clock, in ms, as the server's has it. */
export function byServerClock(deviceMs: number): number {
  return deviceMs + offsetMs
}
