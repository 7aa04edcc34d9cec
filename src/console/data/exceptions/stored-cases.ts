/**
 * The cases on the device, so that who works on what is known without a connection. One encrypted record beside those
 * of the lists, which goes when they go (decisions/console/offline.md).
 */
import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { SNAPSHOT_KEPT_MS } from '#contract/constants.ts'
import { CasesReply } from '#contract/own/exception-endpoints.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import { CASES_RECORD, RECORD_FORMAT, recordId } from '#console/data/device/device-record.ts'
import { readRecord, removeRecord, writeRecord } from '#console/data/device/device-store.ts'
import { openContent, sealContent } from '#console/data/device/snapshot-sealing.ts'
import { sameGeneration } from '#console/data/device/write-guard.ts'
import { CASES_KEY, type KnownCases, withReply } from '#console/data/exceptions/cases.ts'
import { visibleKinds } from '#console/data/exceptions/visible-kinds.ts'
import { principalOf, readSession, subscribeToSession } from '#console/session/session.ts'

/** Every poll fetches the cases; unchanged ones are written at most this often, to keep their age right. */
const WRITES_UNCHANGED_EVERY_MS = 5 * 60_000

const Stored = z.object({
  /** The kinds that the person could see: with others, the server has other cases. */
  kinds: z.string(),
  fetchedAt: z.number(),
  reply: CasesReply,
})

/** Stores the cases whenever they change, and drops them when flags do; returns a function that stops it. */
export function startStoringCases(client: QueryClient): () => void {
  let stored: { readonly version: string; readonly fetchedAt: number } | null = null
  const stopCache = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if ((event.query.queryKey as readonly unknown[])[0] !== CASES_KEY[0]) return
    const known = client.getQueryData<KnownCases>(CASES_KEY)
    if (!known) return
    const version = versionOf(known)
    const isSame = stored?.version === version
    if (isSame && known.fetchedAt - (stored?.fetchedAt ?? 0) < WRITES_UNCHANGED_EVERY_MS) return
    stored = { version, fetchedAt: known.fetchedAt }
    void storeCases(known)
  })
  let kinds = kindsNow()
  const stopSession = subscribeToSession(() => {
    const { username, token, features } = readSession()
    if (token === null) stored = null
    if (token === null || username === null || features === null || kinds === kindsNow()) return
    kinds = kindsNow()
    stored = null
    client.removeQueries({ queryKey: CASES_KEY })
    void dropStored(username)
  })
  return () => {
    stopCache()
    stopSession()
  }
}

/** The cases: those in memory, or else those on the device, which it puts there; undefined without any. */
export async function restoreCases(client: QueryClient): Promise<KnownCases | undefined> {
  const present = client.getQueryData<KnownCases>(CASES_KEY)
  const { username } = readSession()
  if (present || username === null) return present
  const isWanted = sameGeneration()
  const known = await readCases(username)
  if (!known || !isWanted()) return undefined
  // The network may have been faster.
  const newer = client.getQueryData<KnownCases>(CASES_KEY)
  if (newer) return newer
  const updatedAt = Math.min(Date.now(), known.fetchedAt - serverNow() + Date.now())
  return client.setQueryData<KnownCases>(CASES_KEY, known, { updatedAt })
}

async function readCases(username: string): Promise<KnownCases | undefined> {
  const id = recordId(username, CASES_RECORD)
  const record = await readRecord(id)
  if (!record || record.format !== RECORD_FORMAT) return undefined
  if (serverNow() - record.fetchedAt > SNAPSHOT_KEPT_MS) return undefined
  const read = Stored.safeParse(await openContent(id, record.content))
  if (!read.success || read.data.kinds !== kindsNow()) return undefined
  return { ...withReply(undefined, read.data.reply), fetchedAt: read.data.fetchedAt }
}

async function storeCases(known: KnownCases): Promise<void> {
  const { username: owner } = readSession()
  if (owner === null) return
  const isWanted = sameGeneration()
  const { seq, epoch, cases, owners, retries, fetchedAt } = known
  const reply = {
    mode: 'full',
    seq,
    epoch,
    deleted: [],
    retries,
    data: [...cases.values()],
    owners: [...owners.values()],
  }
  const id = recordId(owner, CASES_RECORD)
  const kinds = kindsNow()
  const content = await sealContent(id, { kinds, fetchedAt, reply })
  if (content === null) return
  const facts = { id, format: RECORD_FORMAT, owner, collection: CASES_RECORD, fetchedAt } as const
  await writeRecord(
    { ...facts, version: versionOf(known), content },
    { kind: 'replace', parts: [] },
    () => isWanted() && kinds === kindsNow(),
  )
}

async function dropStored(username: string): Promise<void> {
  await removeRecord(recordId(username, CASES_RECORD))
}

function versionOf({ epoch, seq }: KnownCases): string {
  return `${epoch} ${String(seq)}`
}

function kindsNow(): string {
  return visibleKinds(principalOf(readSession())).join(' ')
}
