/** What this page knows to lie on the device: what is written next is only what is new. */
import type { Row } from '#contract/collections.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'

/** A whole list as it lies there. */
export interface StoredVersion {
  readonly rows: readonly Row[]
  /** How many parts hold the rows that were written whole; all parts after them are additions. */
  readonly base: string
  readonly pieces: number
  readonly parts: number
}

/** Whole lists, by the id of their record. */
export const storedVersions = new Map<string, StoredVersion>()

/** The name of the rows that lie there. */
export function versionOf({ base, pieces, parts }: Omit<StoredVersion, 'rows'>): string {
  return [base, pieces, parts].join(' ')
}

/** What the name of rows says of them. */
export function readVersion(version: string): Omit<StoredVersion, 'rows'> {
  const [base = '', ...counts] = version.split(' ')
  const [pieces = 0, parts = 0] = counts.map(Number)
  return { base, pieces, parts }
}

const onDevice = new WeakSet<Snapshot>()

/** Whether a snapshot came from the device or lies there whole, so that it need not be put there. */
export function isOnDevice(snapshot: Snapshot): boolean {
  return onDevice.has(snapshot)
}

/** Notes that a snapshot lies there whole. */
export function noteOnDevice(snapshot: Snapshot): void {
  onDevice.add(snapshot)
}
