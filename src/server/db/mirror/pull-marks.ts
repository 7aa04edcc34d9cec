/** The time from which the next pull of a collection must read changes, or that it must read everything. */
import { and, desc, eq, gt, inArray, lte, notInArray, or } from 'drizzle-orm'
import type { PulledList } from '#contract/lists.ts'
import { stateOf, statesOf } from '#server/db/mirror/collection-states.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { LIVING } from '#server/db/mirror/runs.ts'
import { collectionStates, type PullMark } from '#server/db/schema/mirror.ts'
import { runs } from '#server/db/schema/runs.ts'
import {
  areSettingsNewer,
  dateSetting,
  OTHER_ACCOUNT,
  savedAt,
} from '#server/db/repositories/settings.ts'

/** How long pulls read only changes. Changes that the ERP does not report arrive with the next full pull. */
export const WHOLE_EVERY_MS = 24 * 60 * 60_000

/** What the next pull is going to read. */
export interface PullScope {
  /** The name of its query. After a query that reads other columns, everything is read. */
  readonly query: string
  /** The collections whose names are shown in its rows. */
  readonly showsNamesOf: readonly PulledList[]
  /** The kind of fault that means a query is not accepted. */
  readonly queryFault: string
}

/** The time up to which the mirror has all changes; null if everything must be read. */
export async function changesCompleteUntil(
  db: Database,
  collection: PulledList,
  wanted: PullScope,
  now: number,
): Promise<PullMark | null> {
  const { mark } = await stateOf(db, collection)
  if (!mark || mark.query !== wanted.query) return null
  const wholeAt = new Date(mark.wholeAt)
  const age = now - wholeAt.getTime()
  if (age < 0 || age >= WHOLE_EVERY_MS) return null
  if (await areSettingsNewer(db, wholeAt)) return null
  if (await haveNamesChanged(db, wanted.showsNamesOf, wholeAt)) return null
  return (await hasFailedBy(db, collection, wanted.queryFault)) ? null : mark
}

/**
 * Whether one of these lists may still have the rows of the previous account. Their ids mean something else in the present
 * account.
 */
export async function areOfOtherAccount(
  db: Database | Transaction,
  lists: readonly PulledList[],
  now: number,
): Promise<boolean> {
  const movedAt = await savedAt(db, OTHER_ACCOUNT)
  if (movedAt === null) return false
  const states = await statesOf(db, lists)
  return [...states.values()].some(({ asOf }) => asOf !== null && isFromBefore(asOf, movedAt, now))
}

/** Clocks of servers that differ by less than this count as equal. */
const APART_MS = 60_000

/**
 * Whether something was read before the account changed. A date in the future was written before a clock was set back, so
 * it is ignored.
 */
export function isFromBefore(readAt: Date, movedAt: Date, now: number): boolean {
  return readAt <= movedAt || readAt.getTime() > now + APART_MS
}

/**
 * Redates a change of the account that lies in the future, because a clock was set back since, to just before a reading.
 * Otherwise no list would be newer until then, and no record would be booked however often its lists are synced. Lists that
 * were read before the change count as a day old, so that they stay older than it and are read again.
 */
export async function correctAccountMark(db: Database, readAt: number): Promise<void> {
  const movedAt = await savedAt(db, OTHER_ACCOUNT)
  if (movedAt === null || movedAt.getTime() <= readAt + APART_MS) return
  const to = new Date(readAt - 1)
  await db.transaction(async (tx) => {
    if (!(await dateSetting(tx, OTHER_ACCOUNT, { from: movedAt, to }))) return
    // Once the clock has caught up, lists of the previous account would seem newer than the change.
    await tx
      .update(collectionStates)
      .set({ asOf: new Date(readAt - WHOLE_EVERY_MS) })
      .where(and(gt(collectionStates.asOf, to), lte(collectionStates.asOf, movedAt)))
  })
}

async function haveNamesChanged(
  db: Database,
  areas: readonly PulledList[],
  since: Date,
): Promise<boolean> {
  if (areas.length === 0) return false
  const found = await db
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        inArray(runs.collection, [...areas]),
        gt(runs.endedAt, since),
        or(gt(runs.changed, 0), gt(runs.removed, 0)),
      ),
    )
    .limit(1)
  return found.length > 0
}

async function hasFailedBy(db: Database, collection: PulledList, fault: string): Promise<boolean> {
  const [last] = await db
    .select({ fault: runs.fault })
    .from(runs)
    .where(and(eq(runs.collection, collection), notInArray(runs.state, LIVING)))
    .orderBy(desc(runs.startedAt), desc(runs.endedAt))
    .limit(1)
  return last?.fault === fault
}
