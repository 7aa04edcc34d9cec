/** How much room is left on the disk of the embedded database, which stops where it has none at all. */
import { statfsSync } from 'node:fs'

const MB = 1024 * 1024

/**
 * With less nothing is written: Postgres gives up where it cannot begin the next file of its log of
 * changes, of 16 MB. The rest is for what one transaction adds to the tables.
 */
export const MIN_FREE_BYTES = 20 * MB

/** The bytes that are free where a folder lies; as many as one likes where the system does not tell. */
export function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Infinity
  }
}

/** Why a disk is too full to begin on; null where it is not. */
export function diskSpaceProblem(folder: string): string | null {
  const room = freeBytes(folder)
  if (room >= MIN_FREE_BYTES) return null
  return `its disk is full: ${Math.floor(room / MB)} MB are free, and ${MIN_FREE_BYTES / MB} MB are needed`
}
