/** Gives scans to whoever wants them: the page of a signed-in admin does, the sign-in does not. */
import type { ScanReading } from '#contract/scan/gs1.ts'

let wanted: ((reading: ScanReading) => void) | null = null

/** Has all scans given to `take`, until it is stopped. */
export function takeScans(take: (reading: ScanReading) => void): () => void {
  wanted = take
  return () => {
    if (wanted === take) wanted = null
  }
}

export function giveScan(reading: ScanReading): void {
  wanted?.(reading)
}
