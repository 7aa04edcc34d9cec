import { ownAnswerOf } from '#contract/causes/own-answer.ts'
import { causeOf } from '#contract/causes/recognise.ts'
import type { Row } from '#contract/collections.ts'
import type { Fill } from '#server/db/fills/fill.ts'

const PAGE_ROWS = 1_000

/** Makes cases of the records that NetSuite had refused before there were cases. */
export const fillCases: Fill = async (client) => {
  let made = 0
  for (let last = { collection: '', id: '' }; ;) {
    const { rows } = await client.query<{ collection: string; id: string; body: Row }>(
      `SELECT collection, id, body FROM records
       WHERE gone_seq IS NULL AND (collection, id) > ($1, $2)
         AND collection IN
           ('binCountRecords', 'binAdjustmentRecords', 'binTransfer', 'inboundDataRecords')
         AND body->'netsuite_response'->'netsuite_acknowledgment'->>'success' = 'false'
       ORDER BY collection, id LIMIT ${PAGE_ROWS}`,
      [last.collection, last.id],
    )
    for (const { collection, id, body } of rows) {
      const answer = ownAnswerOf(body)
      if (!answer || answer.success) continue
      const at = new Date(answer.at ?? Date.now())
      await client.query(
        `INSERT INTO cases (collection, record_id, kind, cause, state, failures, first_failed_at,
           last_failed_at, notes, version, seq)
         VALUES ($1, $2, 'refused', $3, 'new', 1, $4, $4, 0, 1, 0)`,
        [collection, id, causeOf(answer), at],
      )
      made += 1
    }
    const end = rows.at(-1)
    if (!end) break
    last = end
  }
  if (made === 0) return []
  return [
    made === 1 ? '1 refused record became a case' : `${String(made)} refused records became cases`,
  ]
}
