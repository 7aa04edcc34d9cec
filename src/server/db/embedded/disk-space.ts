/** Checks the free space on the disk of the embedded database, which crashes when the disk is full. */
import { statfsSync } from 'node:fs'

const MB = 1024 * 1024

/**
 * Nothing is written with less free space. Postgres crashes if it cannot create the next 16 MB file of its
 * write-ahead log. The rest is for what one transaction adds to the tables.
 */
export const MIN_FREE_BYTES = 20 * MB

/** Free bytes on the disk of a folder; Infinity if the system does not say. */
export function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Infinity
  }
}

/** Why a disk is too full to start; null if it is not. */
export function diskSpaceProblem(folder: string): string | null {
  const room = freeBytes(folder)
  if (room >= MIN_FREE_BYTES) return null
  return `its disk is full: ${Math.floor(room / MB)} MB are free, and ${MIN_FREE_BYTES / MB} MB are needed`
}
