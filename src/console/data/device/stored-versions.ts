/** What this page knows about the stored rows, so that only changes are written. */
import type { Row } from '#contract/collections.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'

/** A complete stored list. */
export interface StoredVersion {
  readonly rows: readonly Row[]
  /** Names the parts that were written together; all later parts are deltas. */
  readonly base: string
  readonly pieces: number
  readonly parts: number
  /** The rows of the stored head; absent if they are to be written. */
  readonly first?: readonly Row[]
}

/** Complete lists, by the id of their record. */
export const storedVersions = new Map<string, StoredVersion>()

/** Lists whose first rows alone are stored, by the id of their record. */
export const storedFirstRows = new Map<
  string,
  { readonly version: string; readonly rows: readonly Row[] }
>()

/** The version string of the stored rows. */
export function versionOf({ base, pieces, parts }: Omit<StoredVersion, 'rows' | 'first'>): string {
  return [base, pieces, parts].join(' ')
}

/** The parsed version string. */
export function readVersion(version: string): Omit<StoredVersion, 'rows' | 'first'> {
  const [base = '', ...counts] = version.split(' ')
  const [pieces = 0, parts = 0] = counts.map(Number)
  return { base, pieces, parts }
}

const onDevice = new WeakSet<Snapshot>()

/** Whether a snapshot came from the device or is completely stored, so that it need not be written. */
export function isOnDevice(snapshot: Snapshot): boolean {
  return onDevice.has(snapshot)
}

/** Notes that a snapshot is completely stored. */
export function recordOnDevice(snapshot: Snapshot): void {
  onDevice.add(snapshot)
}
