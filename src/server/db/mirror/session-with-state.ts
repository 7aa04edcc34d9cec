import { and, eq, gt, sql } from 'drizzle-orm'
import type { ListName } from '#contract/lists.ts'
import type { Database } from '#server/db/database.ts'
import { type CollectionState, stateColumns, stateOf } from '#server/db/mirror/collection-states.ts'
import { type FoundSession, sessionColumns } from '#server/db/repositories/sessions.ts'
import { collectionStates } from '#server/db/schema/mirror.ts'
import { admins } from '#server/db/schema/people.ts'
import { sessions } from '#server/db/schema/sessions.ts'

/** What a call for a list reads first. */
export interface SessionWithState {
  readonly found: FoundSession
  readonly state: CollectionState
}

/**
 * A session that has not expired, its admin's current rights and the state of a collection, in one statement that the
 * database parses once for each connection. Null without the session.
 */
export async function findSessionWithState(
  db: Database,
  tokenHash: string,
  at: Date,
  collection: ListName,
): Promise<SessionWithState | null> {
  const [row] = await statementOf(db).execute({ tokenHash, at, collection })
  if (!row) return null
  const { state, ...found } = row
  return { found, state: state ?? (await stateOf(db, collection)) }
}

type Statement = ReturnType<typeof prepare>

const statements = new WeakMap<Database, Statement>()

function statementOf(db: Database): Statement {
  const statement = statements.get(db) ?? prepare(db)
  statements.set(db, statement)
  return statement
}

function prepare(db: Database) {
  return db
    .select({ ...sessionColumns, state: stateColumns })
    .from(sessions)
    .innerJoin(admins, eq(sessions.username, admins.username))
    .leftJoin(collectionStates, eq(collectionStates.collection, sql.placeholder('collection')))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.expiresAt, sql.placeholder('at')),
      ),
    )
    .prepare('session_with_state')
}
