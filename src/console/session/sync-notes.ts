/**
 * What the tab stores about syncs: those under way, and when data was last fetched
 * (specification.md sections 3 and 4).
 */
import { isAuthenticated, readSession } from '#console/session/session.ts'
import { KEYS, readNumber, readRecord, remove, write } from '#console/session/stored.ts'

/** The stored flags of running syncs: collection name to start time in ms. */
export function readSyncFlags(): Record<string, number> {
  const flags = readRecord(KEYS.syncInProgress) ?? {}
  return Object.fromEntries(
    Object.entries(flags).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    ),
  )
}

export function writeSyncFlags(flags: Readonly<Record<string, number>>): void {
  if (Object.keys(flags).length === 0) remove(KEYS.syncInProgress)
  else write(KEYS.syncInProgress, JSON.stringify(flags))
}

/** When data was last fetched successfully, in ms (decisions/console/rights.md). */
export function readLastSyncTime(): number | null {
  return readNumber(KEYS.lastSyncTime)
}

/** Stores the time of a fetch, unless its session has ended. */
export function writeLastSyncTime(at: number): void {
  if (isAuthenticated(readSession())) write(KEYS.lastSyncTime, String(at))
}
