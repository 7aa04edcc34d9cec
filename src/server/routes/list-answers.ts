/** The answers that are the same for every client of a list: made once a sequence, and sent from memory. */
import type { FastifyRequest } from 'fastify'
import type { ListName } from '#contract/lists.ts'
import type { SyncCursor } from '#contract/sync/changes.ts'
import type { Context } from '#server/context.ts'
import { allRows, canFollow, type Changes, changesSince } from '#server/db/mirror/changes.ts'
import type { Database } from '#server/db/database.ts'
import type { CollectionState } from '#server/db/mirror/collection-states.ts'
import { listRecords } from '#server/db/mirror/records.ts'
import { type Cached, createAnswerCache } from '#server/http/lists/answer-cache.ts'
import { pack, type Packed, QUALITY } from '#server/http/compression.ts'
import { acceptedEncodings, type Encoding } from '#server/http/files/encodings.ts'
import { type AskedPart, partJson, partOf } from '#server/routes/list-parts.ts'

/** All rows, the changes since a cursor, or a part. */
export type ListForm = 'list' | SyncCursor | AskedPart

interface ListAnswer {
  readonly state: CollectionState
  /** How many rows the list has. */
  readonly count: number
  readonly packed: Packed
}

/** The answer for a client: at the state that it was asked at, or a later one. */
export type ListAnswers = (
  request: FastifyRequest,
  present: CollectionState,
  form: ListForm,
) => Promise<ListAnswer>

/** The answer to a cursor whose changes are not known or too many. */
const ALL_ROWS = 'all rows'

type MadeForm = ListForm | typeof ALL_ROWS

interface Kept extends Cached {
  /** Null if the changes since a cursor are too many. */
  readonly answer: ListAnswer | null
}

const BYTES_PER_MB = 1024 * 1024

/** Creates the answers of the lists of an app. */
export function createListAnswers({ db, env }: Pick<Context, 'db' | 'env'>): ListAnswers {
  const cache = createAnswerCache<Kept>(env.listCacheMb * BYTES_PER_MB)

  const take = async (
    present: CollectionState,
    form: MadeForm,
    encoding: Encoding | null,
  ): Promise<ListAnswer | null> => {
    const wanted = {
      list: present.collection,
      version: versionOf(present),
      which: JSON.stringify([form, encoding]),
    }
    const { version, answer } = await cache.take(wanted, async () => {
      const made = await make(db, present, form)
      if (!made) return { body: Buffer.of(), version: wanted.version, answer: null }
      const { json, state, count } = made
      const packed = await pack(json, encoding, qualityOf(form))
      return { body: packed.body, version: versionOf(state), answer: { state, count, packed } }
    })
    // The ERP may have been read again since without a change, so that only the age differs.
    return answer && version === wanted.version ? { ...answer, state: present } : answer
  }

  return async (request, present, form) => {
    const [encoding = null] = acceptedEncodings(request)
    const isLost = isCursor(form) && !canFollow(present, form)
    const answer = isLost ? null : await take(present, form, encoding)
    const told = answer ?? (await take(present, ALL_ROWS, encoding))
    if (!told) throw new Error(`there is no answer with all rows of ${present.collection}`)
    return told
  }
}

/** The answer with all rows. They are already JSON and are inserted as they are. */
export function listJson(json: string): string {
  return `{"data":${json}}`
}

/**
 * The answer to a cursor.
 * @param from the sequence of the cursor; needed for changes only
 */
export function changesJson(
  { mode, state, count, sum, deleted, json }: Changes,
  from?: number,
): string {
  const { seq, epoch } = state
  const start = mode === 'delta' ? { from } : {}
  const facts = JSON.stringify({ mode, ...start, seq, epoch, count, sum, deleted })
  return `${facts.slice(0, -1)},"data":${json}}`
}

interface Made extends Pick<ListAnswer, 'state' | 'count'> {
  readonly json: string
}

async function make(db: Database, present: CollectionState, form: MadeForm): Promise<Made | null> {
  const name = present.collection as ListName
  if (form === 'list') {
    const { json, ...facts } = await listRecords(db, name)
    return { ...facts, json: listJson(json) }
  }
  if (form === ALL_ROWS) {
    const all = await allRows(db, name)
    return { state: all.state, count: all.count, json: changesJson(all) }
  }
  if (isCursor(form)) {
    const changes = await changesSince(db, name, form, present)
    if (!changes) return null
    return { state: changes.state, count: changes.count, json: changesJson(changes, form.since) }
  }
  const part = await partOf(db, name, form)
  return { state: part.state, count: part.count, json: partJson(part) }
}

function isCursor(form: MadeForm): form is SyncCursor {
  return typeof form === 'object' && 'since' in form
}

function qualityOf(form: MadeForm): number {
  const hasColumns = form === 'first' || (typeof form === 'object' && 'from' in form)
  return hasColumns ? QUALITY.columns : QUALITY.rows
}

function versionOf({ epoch, seq }: CollectionState): string {
  return `${epoch} ${String(seq)}`
}
