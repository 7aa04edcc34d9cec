/** The rows of the signed-in admin on the device: sealed, found and opened again (decisions.md 6.4, 6.5). */
import { collectionOf, type CollectionName, type Row } from '#contract/collections.ts'
import { SNAPSHOT_KEPT_MS } from '#contract/constants.ts'
import {
  readParts,
  readRecord,
  recordId,
  RECORD_FORMAT,
  removeUnreadable,
  writeRecord,
  type DeviceRecord,
  type RowsChange,
} from '#console/data/device-store.ts'
import {
  additionTo,
  headOf,
  piecesOf,
  readAddition,
  readHead,
  withAddition,
  type Addition,
  type Head,
} from '#console/data/kept-layout.ts'
import { opened, partName, sealed } from '#console/data/kept-sealing.ts'
import { askToKeepStorage } from '#console/data/lasting.ts'
import type { Snapshot } from '#console/data/lists.ts'
import { keepSameRows } from '#console/data/merge.ts'
import { serverNow } from '#console/data/server-clock.ts'
import { aBreak, inTurns, untilIdle } from '#console/data/slices.ts'
import { readSession } from '#console/session/session.ts'

/** What is known to lie on the device, by the id of its record. */
interface Lying {
  readonly rows: readonly Row[]
  /** Names the rows that were written whole, in so many pieces; all parts after them are additions. */
  readonly base: string
  readonly pieces: number
  readonly parts: number
}

const lying = new Map<string, Lying>()
const ahead = new Map<string, Ahead>()
const opening = new Map<string, Promise<Opened | null>>()
const reading = new Map<string, Promise<Snapshot | null>>()

/** Nothing of what lies there is taken for known any more. */
export function forgetWhatLies(): void {
  lying.clear()
  ahead.clear()
  opening.clear()
  reading.clear()
}

/**
 * The rows that lie there, or null. Rows older than 7 days, of another format or that cannot be
 * opened are removed. Who asks at the same time gets the same rows.
 */
export function readKept(name: CollectionName): Promise<Snapshot | null> {
  return once(reading, name, async (id) => {
    const there = await openHead(name)
    // Whoever asks for the first rows meanwhile gets those that were read ahead.
    const snapshot = there && (await withParts(name, there))
    ahead.delete(id)
    if (there === null) return null
    if (snapshot === null) await removeUnreadable(there.record)
    else onDevice.add(snapshot)
    return snapshot
  })
}

/** The first rows of a list, long before all of a long one; null where nothing lies there. */
export async function readFirstRows(name: CollectionName): Promise<Head | null> {
  return (await openHead(name))?.head ?? null
}

/** The same where they were read ahead and are there by now, so that a first drawing has them. */
export function firstRowsAhead(name: CollectionName): Head | null {
  return ahead.get(recordId(readSession().username ?? '', name))?.opened?.head ?? null
}

/** The screen that is opened comes within this time, or reads for itself. */
const OPENED_AHEAD_MS = 3_000

/** Reads the first rows of a list whose screen is about to ask for them; resolves when they are there. */
export async function openAhead(name: CollectionName): Promise<void> {
  const { username } = readSession()
  if (username === null) return
  const id = recordId(username, name)
  const begun: Ahead = { opening: openHead(name), opened: null }
  ahead.set(id, begun)
  setTimeout(() => ahead.delete(id), OPENED_AHEAD_MS)
  begun.opened = await begun.opening
}

/**
 * The rows that another tab has just put there: newer than those that are known here, and fetched
 * within the last `freshMs`. Null where there are none, and for long lists, of which only what
 * changed costs less than reading them all.
 */
export async function readNewer(
  name: CollectionName,
  known: Snapshot,
  freshMs: number,
): Promise<Snapshot | null> {
  const there = await openHead(name)
  if (there === null) return null
  const { of, lines: _lines, sortedBy: _order, ...snapshot } = there.head
  const isNewer = snapshot.fetchedAt > known.fetchedAt && of === snapshot.rows.length
  if (!isNewer || serverNow() - snapshot.fetchedAt >= freshMs) return null
  const rows = await keepSameRows(name, known.rows, snapshot.rows, new AbortController().signal)
  const shared = { ...snapshot, rows }
  onDevice.add(shared)
  return shared
}

/** Whether a snapshot came from the device, where it need not be put again. */
export function cameFromDevice(snapshot: Snapshot): boolean {
  return onDevice.has(snapshot)
}

const onDevice = new WeakSet<Snapshot>()

/** Puts a list there; of a long one only what is new, where that is little. */
export async function keep(
  name: CollectionName,
  snapshot: Snapshot,
  stillWanted: () => boolean,
): Promise<void> {
  const { username, cacheKey } = readSession()
  // Without a key people are never kept on disk; what the ERP gave is (decisions.md 6.5).
  if (username === null || (cacheKey === null && collectionOf(name).access === 'super-admin'))
    return
  const id = recordId(username, name)
  const there = lying.get(id)
  const next = there ? await nextOf(name, there, snapshot.rows) : null
  if (!stillWanted()) return
  const written = next && (await write(name, snapshot, next, stillWanted))
  if (written === 'written' || written === 'not wanted') return
  const fresh = piecesOf(snapshot.rows)
  const anew = {
    base: crypto.randomUUID(),
    rows: snapshot.rows,
    pieces: fresh.length,
    from: 0,
    fresh,
  }
  await write(name, snapshot, anew, stillWanted)
}

/** What is to lie there, and the parts that lead to it. */
interface Next extends Omit<Lying, 'parts'> {
  /** The number of the first new part: those before lie there. */
  readonly from: number
  readonly fresh: readonly Addition[]
  readonly after?: string
}

async function nextOf(
  name: CollectionName,
  there: Lying,
  rows: readonly Row[],
): Promise<Next | null> {
  const { base, pieces, parts } = there
  const next = { base, pieces, rows, from: parts, after: versionOf(there) }
  if (there.rows === rows) return { ...next, fresh: [] }
  const lies = { rows: there.rows, additions: parts - pieces }
  const addition = await inTurns(additionTo(name, lies, rows))
  return addition && { ...next, fresh: [addition] }
}

async function write(
  name: CollectionName,
  snapshot: Snapshot,
  next: Next,
  stillWanted: () => boolean,
): Promise<'written' | 'not wanted' | 'other rows'> {
  const { username: owner } = readSession()
  if (owner === null) return 'not wanted'
  const id = recordId(owner, name)
  const { base, pieces, rows, from, after, fresh } = next
  const head = await sealed(id, await inTurns(headOf(name, snapshot)))
  const parts = []
  for (const [nth, piece] of fresh.entries()) {
    const number = from + nth
    const content = await sealed(partName(id, base, number), piece)
    if (content === null || !stillWanted()) return 'not wanted'
    parts.push({ of: id, number, owner, content })
    if (fresh.length > 1) await aBreak()
  }
  if (head === null) return 'not wanted'
  const now: Lying = { rows, base, pieces, parts: from + fresh.length }
  const { fetchedAt } = snapshot
  const record = {
    id,
    format: RECORD_FORMAT,
    owner,
    collection: name,
    fetchedAt,
    version: versionOf(now),
    content: head,
  }
  const change: RowsChange =
    after === undefined ? { kind: 'anew', parts } : { kind: 'more', after, parts }
  const done = await writeRecord(record, change, stillWanted)
  if (done === 'written') lying.set(id, now)
  else lying.delete(id)
  // Only now is there something to keep, and somebody who signed in.
  if (done === 'written') void askToKeepStorage()
  return done
}

interface Opened {
  readonly record: DeviceRecord
  readonly head: Head
}

interface Ahead {
  readonly opening: Promise<Opened | null>
  opened: Opened | null
}

function openHead(name: CollectionName): Promise<Opened | null> {
  const known = ahead.get(recordId(readSession().username ?? '', name))
  if (known) return known.opening
  return once(opening, name, async (id) => {
    const record = await readRecord(id)
    if (!record) return null
    const tooOld = serverNow() - record.fetchedAt > SNAPSHOT_KEPT_MS
    const head =
      record.format === RECORD_FORMAT && !tooOld
        ? readHead(name, await opened(id, record.content))
        : null
    if (head !== null) return { record, head }
    await removeUnreadable(record)
    return null
  })
}

/** All rows of a list; null where its parts are not those of its head. */
async function withParts(
  name: CollectionName,
  { record, head: { of, lines: _lines, sortedBy: _order, ...snapshot } }: Opened,
): Promise<Snapshot | null> {
  const { id, version } = record
  const [base = '', ...counts] = version.split(' ')
  const [pieces = 0, parts = 0] = counts.map(Number)
  const known = { base, pieces, parts }
  if (of === snapshot.rows.length) {
    lying.set(id, { ...known, rows: snapshot.rows })
    return snapshot
  }
  // Its first rows come before all of them.
  await untilIdle()
  let rows: Row[] = []
  let next = 0
  let stored = await readParts(record, next)
  while (stored !== undefined && stored.length > 0) {
    // The next ones are fetched while these are opened, and opened while one is read.
    const coming = readParts(record, next + stored.length)
    const contents = stored.map(({ number, content }) =>
      opened(partName(id, base, number), content),
    )
    for (const [nth, { number }] of stored.entries()) {
      const part = readAddition(await contents[nth])
      if (part === null || number !== next) return null
      if (number < pieces) for (const row of part.put) rows.push(row)
      else rows = await inTurns(withAddition(name, rows, part))
      next += 1
      await aBreak()
    }
    stored = await coming
  }
  if (next !== parts || rows.length !== of) return null
  lying.set(id, { ...known, rows })
  return { ...snapshot, rows }
}

/** One at a time for each list of the admin. */
function once<T>(
  under: Map<string, Promise<T | null>>,
  name: CollectionName,
  work: (id: string) => Promise<T | null>,
): Promise<T | null> {
  const { username } = readSession()
  if (username === null) return Promise.resolve(null)
  const id = recordId(username, name)
  const known = under.get(id)
  if (known) return known
  const begun = work(id).finally(() => {
    if (under.get(id) === begun) under.delete(id)
  })
  under.set(id, begun)
  return begun
}

function versionOf({ base, pieces, parts }: Lying): string {
  return [base, pieces, parts].join(' ')
}
