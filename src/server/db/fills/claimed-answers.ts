import type pg from 'pg'
import type { Row } from '#contract/collections.ts'
import { isAnswerField } from '#contract/records/server-fields.ts'
import type { Fill } from '#server/db/fills/fill.ts'
import { canonicalJson, hashOf } from '#server/db/row-hash.ts'
import { withoutFields } from '#server/db/strip-fields.ts'

const PAGE_ROWS = 1_000

/**
 * Removes ERP answers that devices claimed in their records, from when the server accepted such claims.
 * Consoles get the changed rows at their next refresh.
 */
export const dropClaimedAnswers: Fill = async (client) => {
  const seqs = new Map<string, string>()
  let changed = 0
  for (let last = { collection: '', id: '' }; ;) {
    const { rows } = await client.query<{ collection: string; id: string; body: Row }>(
      `SELECT collection, id, body FROM records JOIN floor_records USING (collection, id)
       WHERE gone_seq IS NULL AND (collection, id) > ($1, $2)
       ORDER BY collection, id LIMIT ${PAGE_ROWS}`,
      [last.collection, last.id],
    )
    for (const { collection, id, body } of rows) {
      const left = withoutClaims(body)
      if (left === body) continue
      const seq = seqs.get(collection) ?? (await raisedSeq(client, collection))
      seqs.set(collection, seq)
      const json = canonicalJson(left)
      await client.query(
        `UPDATE records SET body = $1, hash = $2, seq = $3, updated_at = now()
         WHERE collection = $4 AND id = $5 AND gone_seq IS NULL`,
        [json, hashOf(json), seq, collection, id],
      )
      changed += 1
    }
    const end = rows.at(-1)
    if (!end) break
    last = end
  }
  return changed === 0
    ? []
    : [`${changed} records from devices claimed an answer of the ERP, which was taken out of them`]
}

/** The server's own answer stays: no device has ever sent one under this name. */
function withoutClaims(body: Row): Row {
  const { netsuite_response: response, ...sent } = body
  const left = withoutFields(sent, isAnswerField)
  if (left === sent) return body
  return response === undefined ? left : { ...left, netsuite_response: response }
}

async function raisedSeq(client: pg.PoolClient, collection: string): Promise<string> {
  const { rows } = await client.query<{ seq: string }>(
    'UPDATE collection_states SET seq = seq + 1 WHERE collection = $1 RETURNING seq',
    [collection],
  )
  const [state] = rows
  if (!state) throw new Error(`${collection} has records and no sequence`)
  return state.seq
}
