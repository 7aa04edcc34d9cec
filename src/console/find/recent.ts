/** The things that the person opened lately, kept with the encrypted rows of the device (decisions/console/offline.md). */
import { readRecord, writeRecord } from '#console/data/device/device-store.ts'
import { recordId, RECORD_FORMAT } from '#console/data/device/device-record.ts'
import { openContent, sealContent } from '#console/data/device/snapshot-sealing.ts'
import { FOUND_LISTS, type FoundList } from '#console/data/engine/find/entry.ts'
import type { Opened } from '#console/data/engine/find/find-in.ts'
import { DETAIL_SCREENS } from '#console/related/open-details.ts'
import { isObject } from '#console/rows/loose/objects.ts'
import { readSession, subscribeToSession } from '#console/session/session.ts'

const KEPT = 20
const NAME = 'recent'

interface Recent {
  readonly owner: string
  readonly opened: readonly Opened[]
}

let recent: Recent | null = null
let reading: { readonly owner: string; readonly done: Promise<void> } | null = null

/** What was opened lately, the last one first; empty until it has been read from the device. */
export function recentlyOpened(): readonly Opened[] {
  return recent !== null && recent.owner === readSession().username ? recent.opened : []
}

/** Reads what was opened before this page. */
export function readRecent(): Promise<void> {
  const { username } = readSession()
  if (username === null || recent?.owner === username) return Promise.resolve()
  // Another person may have signed in since the read began.
  if (reading?.owner !== username) {
    const mine = { owner: username, done: readFor(username).finally(() => endReading(mine)) }
    reading = mine
  }
  return reading.done
}

function endReading(ended: typeof reading): void {
  if (reading === ended) reading = null
}

/** Notes what details are open, by their address. */
export async function noteOpened(pathname: string, open: string): Promise<void> {
  const list = FOUND_LISTS.find(
    (one) => one in DETAIL_SCREENS && Reflect.get(DETAIL_SCREENS, one) === pathname,
  )
  const { username } = readSession()
  if (list === undefined || username === null) return
  await readRecent()
  const [first, ...others] = recentlyOpened()
  if (first?.list === list && first.open === open) return
  const before = (first ? [first, ...others] : []).filter(
    (one) => one.list !== list || one.open !== open,
  )
  recent = { owner: username, opened: [{ list, open }, ...before].slice(0, KEPT) }
  await store(recent)
}

/** Forgets them with the session; what is stored stays until it is wiped. */
export function forgetRecentWithSession(): () => void {
  return subscribeToSession(() => {
    if (readSession().token === null) recent = null
  })
}

async function readFor(owner: string): Promise<void> {
  const id = recordId(owner, NAME)
  const record = await readRecord(id)
  const stored = record ? await openContent(id, record.content) : undefined
  if (readSession().username !== owner || recent?.owner === owner) return
  const opened = isObject(stored) && Array.isArray(stored['opened']) ? stored['opened'] : []
  recent = { owner, opened: opened.filter(isOpened).slice(0, KEPT) }
}

async function store({ owner, opened }: Recent): Promise<void> {
  const id = recordId(owner, NAME)
  const content = await sealContent(id, { opened })
  if (content === null) return
  const fetchedAt = Date.now()
  const record = { id, format: RECORD_FORMAT, owner, collection: NAME, version: NAME } as const
  const isWanted = (): boolean => readSession().username === owner && readSession().token !== null
  await writeRecord({ ...record, fetchedAt, content }, { kind: 'replace', parts: [] }, isWanted)
}

function isOpened(value: unknown): value is Opened {
  return (
    isObject(value) &&
    typeof value['open'] === 'string' &&
    FOUND_LISTS.some((list: FoundList) => list === value['list'])
  )
}
