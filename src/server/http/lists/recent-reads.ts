/** What this process has just read of the database (decisions/server/hot-path.md). */
import type { Context } from '#server/context.ts'
import { writeCountOf } from '#server/db/write-count.ts'

/** How long something read counts as recent. */
const RECENT_MS = 1_000
/** More than the callers of a second. */
const MOST = 10_000

/** When something was read: before its query was sent. */
export interface ReadAt {
  readonly at: number
  readonly writes: number
}

/**
 * Values that were read from the database within the last second. They end at once when this process writes anything:
 * a session that it ends, a right that it removes and a row that it changes are never found here afterwards. What
 * another process writes is noticed after a second, so that nothing of this may decide who gets data.
 */
export interface RecentReads<T> {
  /** The time, to be taken before the query is sent. */
  readonly now: () => ReadAt
  readonly get: (key: string) => T | null
  readonly put: (key: string, value: T, read: ReadAt) => void
}

export function createRecentReads<T>({ db, now }: Pick<Context, 'db' | 'now'>): RecentReads<T> {
  const reads = new Map<string, ReadAt & { readonly value: T }>()
  const isRecent = ({ at, writes }: ReadAt): boolean => {
    const age = now() - at
    return age >= 0 && age < RECENT_MS && writes === writeCountOf(db)
  }
  return {
    now: () => ({ at: now(), writes: writeCountOf(db) }),
    get: (key) => {
      const read = reads.get(key)
      if (!read) return null
      if (isRecent(read)) return read.value
      reads.delete(key)
      return null
    },
    put: (key, value, read) => {
      if (reads.size >= MOST) reads.clear()
      reads.set(key, { ...read, value })
    },
  }
}
