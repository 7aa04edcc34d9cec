/** The list of bin counts at a running server, as a console asks for it. */
import type { Row } from '#contract/collections.ts'
import { API_PREFIX } from '#contract/constants.ts'
import { listEndpoint } from '#contract/endpoints.ts'

export interface Counts {
  readonly status: number
  readonly etag?: string
  readonly seq?: number
  readonly epoch?: string
  /** Of an answer to a standpoint. */
  readonly mode?: unknown
  /** The bins that were counted. */
  readonly bins?: readonly string[]
}

/**
 * Asks for the list, whole or with what the console has already.
 * @param has its tag, or its standpoint as a query
 */
export async function countsAt(
  address: string,
  token: string,
  {
    etag = '',
    standpoint = '',
  }: { readonly etag?: string | undefined; readonly standpoint?: string } = {},
): Promise<Counts> {
  const { path } = listEndpoint('binCountRecords')
  const answer = await fetch(`${address}${API_PREFIX}${path}${standpoint}`, {
    headers: { authorization: `Bearer ${token}`, 'if-none-match': etag },
  })
  if (answer.status === 304) return { status: 304 }
  const { data, mode }: { data: Row[]; mode?: unknown } = Object(await answer.json())
  return {
    status: answer.status,
    etag: answer.headers.get('etag') ?? '',
    seq: Number(answer.headers.get('x-seq')),
    epoch: answer.headers.get('x-sync-epoch') ?? '',
    mode,
    bins: data.map((row) => String(row['bin_name'])).toSorted(),
  }
}
