/** The list of bin counts of a running server, as a console requests it. */
import type { Row } from '#contract/collections.ts'
import { API_PREFIX } from '#contract/constants.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'

export interface Counts {
  readonly status: number
  readonly etag?: string
  readonly seq?: number
  readonly epoch?: string
  /** Present in the answer to a cursor. */
  readonly mode?: unknown
  /** The numbers of the counted bins. */
  readonly bins?: readonly string[]
}

/**
 * Requests the whole list, or only changes.
 * @param known the ETag or the cursor (as a query string) of the rows that the console already has
 */
export async function countsAt(
  address: string,
  token: string,
  { etag = '', cursor = '' }: { readonly etag?: string | undefined; readonly cursor?: string } = {},
): Promise<Counts> {
  const { path } = listEndpoint('binCountRecords')
  const answer = await fetch(`${address}${API_PREFIX}${path}${cursor}`, {
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
