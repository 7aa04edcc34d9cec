/** What the server knows of exceptions besides their rows: cases, owners of causes, and retries. */
import { queryOptions } from '@tanstack/react-query'
import { LIVE_REFRESH_EVERY_MS } from '#contract/constants.ts'
import type { CasesReply } from '#contract/own/exception-endpoints.ts'
import { exceptionEndpoints } from '#contract/own/exception-endpoints.ts'
import { type Case, caseKey, type CauseOwner, type Retry } from '#contract/records/exceptions.ts'
import { sendCall } from '#console/data/api/call.ts'
import { Fault } from '#console/data/api/fault.ts'
import { retriesCollection } from '#console/data/api/query-client.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import { refreshEveryMs } from '#console/data/collections/data-saver.ts'

export const CASES_KEY = ['exception-cases'] as const

/** The cases by their keys, as of the sequence of an answer. */
export interface KnownCases {
  readonly seq: number
  readonly epoch: string
  readonly cases: ReadonlyMap<string, Case>
  readonly owners: ReadonlyMap<string, CauseOwner>
  readonly retries: readonly Retry[]
  readonly fetchedAt: number
}

/** The cases that the person may see; after the first answer only what changed is asked for. */
export function casesQuery() {
  return queryOptions<KnownCases>({
    queryKey: CASES_KEY,
    queryFn: async ({ client, signal }) => {
      const known = client.getQueryData<KnownCases>(CASES_KEY)
      const { path, ...endpoint } = exceptionEndpoints.exceptions
      const since = known
        ? `?since=${String(known.seq)}&epoch=${encodeURIComponent(known.epoch)}`
        : ''
      const asked = { ...endpoint, path: `${path}${since}` }
      const { status, body } = await sendCall(asked, { signal })
      if (status === 304 && known) return { ...known, fetchedAt: serverNow() }
      const read = endpoint.reply.safeParse(body)
      if (!read.success) throw new Fault({ kind: 'shape', status, body })
      return withReply(known, read.data)
    },
    gcTime: Infinity,
    refetchInterval: () => refreshEveryMs(LIVE_REFRESH_EVERY_MS),
    refetchOnMount: true,
    retry: retriesCollection,
    structuralSharing: false,
  })
}

/** The cases after an answer. */
export function withReply(known: KnownCases | undefined, reply: CasesReply): KnownCases {
  const { mode, seq, epoch, data, deleted, owners, retries } = reply
  const cases = new Map(mode === 'delta' ? known?.cases : [])
  for (const key of deleted) cases.delete(key)
  for (const each of data) cases.set(caseKey(each.collection, each.record_id), each)
  return {
    seq,
    epoch,
    cases,
    owners: new Map(owners.map((owner) => [owner.cause, owner])),
    retries,
    fetchedAt: serverNow(),
  }
}

/** When a record first failed, in ms; undefined if no answer of it is known. Of syncs none is. */
export function firstFailureIn(cases: KnownCases | undefined, key: string): number | undefined {
  const known = cases?.cases.get(key)
  return known && known.failures > 0 ? Date.parse(known.first_failed_at) : undefined
}

/** When the last retry of each cause began, in ms. */
export function retriedAtOf(retries: readonly Retry[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>()
  for (const { cause, started_at } of retries) {
    if (cause === null) continue
    times.set(cause, Math.max(times.get(cause) ?? 0, Date.parse(started_at)))
  }
  return times
}
