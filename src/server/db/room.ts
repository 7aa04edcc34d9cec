/** How much room is left on the disk of the embedded database, which stops where it has none at all. */
import { statfsSync } from 'node:fs'

const MB = 1024 * 1024

/**
 * With less nothing is written: Postgres gives up where it cannot begin the next file of its log of
 * changes, of 16 MB. The rest is for what one transaction adds to the tables.
 */
export const LEAST_ROOM_BYTES = 20 * MB

/** The bytes that are free where a folder lies; as many as one likes where the system does not tell. */
export function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Infinity
  }
}

/** Why a disk is too full to begin on; null where it is not. */
export function lackOfRoom(folder: string): string | null {
  const room = roomIn(folder)
  if (room >= LEAST_ROOM_BYTES) return null
  return `its disk is full: ${Math.floor(room / MB)} MB are free, and ${LEAST_ROOM_BYTES / MB} MB are needed`
}
