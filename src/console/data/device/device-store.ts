/** Reads and writes the records of the device. */
import { isLater } from '#console/data/api/server-clock.ts'
import {
  database,
  onDevice,
  soonOnDevice,
  startOnDevice,
} from '#console/data/device/device-database.ts'
import {
  HEAD_PART,
  type DevicePart,
  type DeviceRecord,
} from '#console/data/device/device-record.ts'

/**
 * What to do with the stored rows: add to them, replace them, or replace them only if they are
 * first rows.
 */
export type RowsChange =
  | { readonly kind: 'more'; readonly after: string; readonly parts: readonly DevicePart[] }
  | { readonly kind: 'replace'; readonly parts: readonly DevicePart[] }
  | { readonly kind: 'first only'; readonly parts: readonly DevicePart[] }

/** The outcome of a write; if there was no space, the previous rows are still stored. */
export type Written = 'written' | 'not wanted' | 'other rows' | 'no room'

/** A record; undefined if there is none or the device does not answer in time. */
export async function readRecord(id: string): Promise<DeviceRecord | undefined> {
  return soonOnDevice(() => database().snapshots.get(id))
}

/** A record with the rows of its head, if they are stored apart. */
export async function readRecordAndHead(
  id: string,
): Promise<{ readonly record: DeviceRecord; readonly head: DevicePart | undefined } | undefined> {
  const read = async () => {
    const record = await database().snapshots.get(id)
    return record && { record, head: await database().parts.get([id, HEAD_PART]) }
  }
  return soonOnDevice(() =>
    database().transaction('r', database().snapshots, database().parts, read),
  )
}

/** Their bytes are copied within a few milliseconds, and a long list takes few transactions. */
const PARTS_AT_ONCE = 32

/** The next parts of a record, starting at a number, in order; undefined if the version has changed. */
export async function readParts(
  record: DeviceRecord,
  from: number,
): Promise<readonly DevicePart[] | undefined> {
  return onDevice(() =>
    database().transaction('r', database().snapshots, database().parts, async () => {
      const there = await database().snapshots.get(record.id)
      if (there?.version !== record.version) return undefined
      return database()
        .parts.where('[of+number]')
        .between([record.id, from], [record.id, Infinity])
        .limit(PARTS_AT_ONCE)
        .toArray()
    }),
  )
}

/**
 * Writes a record and its parts atomically, unless a newer one is stored or `mayStillWrite` returns
 * false. Reports if the rows to add to are not stored, and if there is no space.
 */
export async function writeRecord(
  record: DeviceRecord,
  rows: RowsChange,
  stillWanted: () => boolean,
): Promise<Written> {
  const done = await onDevice<Written>(
    () =>
      database().transaction('rw', database().snapshots, database().parts, async () => {
        const there = await database().snapshots.get(record.id)
        if (!stillWanted() || (there && isLater(there.fetchedAt, record.fetchedAt)))
          return 'not wanted'
        if (rows.kind === 'more' && there?.version !== rows.after) return 'other rows'
        // A complete older list is more useful than the first rows of a newer one.
        if (rows.kind === 'first only' && there && !there.isFirstOnly) return 'not wanted'
        if (rows.kind !== 'more') await database().parts.where('of').equals(record.id).delete()
        // One at a time, because cloning a long list at once would block the page.
        for (const part of rows.parts) await database().parts.put(part)
        await database().snapshots.put(record)
        return 'written'
      }),
    'no room',
  )
  return done ?? 'not wanted'
}

/** Adds a part to a list that is arriving, if its record is still the one with this version. */
export async function writePart(
  version: string,
  part: DevicePart,
  stillWanted: () => boolean,
): Promise<Written> {
  const done = await onDevice<Written>(
    () =>
      database().transaction('rw', database().snapshots, database().parts, async () => {
        const there = await database().snapshots.get(part.of)
        if (!stillWanted()) return 'not wanted'
        if (there?.version !== version) return 'other rows'
        await database().parts.put(part)
        return 'written'
      }),
    'no room',
  )
  return done ?? 'not wanted'
}

/** Removes the records of everyone but `owner`, or all records if there is no owner. */
export async function removeRecords(keepOwner: string | null): Promise<void> {
  await startOnDevice(() =>
    database().transaction('rw', database().snapshots, database().parts, async () => {
      for (const table of [database().snapshots, database().parts] as const) {
        if (keepOwner === null) await table.clear()
        else await table.where('owner').notEqual(keepOwner).delete()
      }
    }),
  )
}

/** Removes a record with its parts. */
export async function removeRecord(id: string): Promise<void> {
  await onDevice(() => removeWithParts([id]))
}

/** Removes an unreadable record, unless another tab has replaced it meanwhile. */
export async function removeUnreadable({ id, version, fetchedAt }: DeviceRecord): Promise<void> {
  await onDevice(() =>
    database().transaction('rw', database().snapshots, database().parts, async () => {
      const there = await database().snapshots.get(id)
      if (there?.version === version && there.fetchedAt === fetchedAt) await removeWithParts([id])
    }),
  )
}

/** Removes all unencrypted records. */
export async function removePlainRecords(): Promise<void> {
  await startOnDevice(async () => {
    const plain = database().snapshots.filter((record) => typeof record.content === 'string')
    await removeWithParts(await plain.primaryKeys())
  })
}

async function removeWithParts(ids: readonly string[]): Promise<void> {
  await database().transaction('rw', database().snapshots, database().parts, async () => {
    await database().snapshots.bulkDelete([...ids])
    await database()
      .parts.where('of')
      .anyOf([...ids])
      .delete()
  })
}
