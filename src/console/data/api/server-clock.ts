/** The server's clock, because a tablet's own may be wrong (decisions/console/offline.md). */

let offsetMs = 0

/**
 * Reads the time from the `Date` header of an answer.
 * @param cameAt when the answer arrived, in ms by the device's clock; defaults to now
 */
export function syncServerClock(dateHeader: string | null, cameAt = Date.now()): void {
  const at = dateHeader === null ? Number.NaN : Date.parse(dateHeader)
  if (!Number.isNaN(at)) offsetMs = at - cameAt
}

/** The current time by the server's clock, in ms; by the device's clock until the server has answered. */
export function serverNow(): number {
  return Date.now() + offsetMs
}

/** Tabs this close together read the same clock over links of different speed. */
const APART_MS = 60_000

/**
 * Whether one time is after another, both in ms by the server's clock. A time in the future comes from before a clock was
 * set back: taken at face value, it would beat everything until that time arrives.
 */
export function isLater(one: number, other: number): boolean {
  return one > other && one <= serverNow() + APART_MS
}

/** Converts a time of the device's clock to the server's, in ms. */
export function toServerTime(deviceMs: number): number {
  return deviceMs + offsetMs
}
