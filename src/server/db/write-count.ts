/**
 * Counts what this process writes, so that what it remembers of the database can end at once
 * (decisions/server/hot-path.md). Everything counts that is not known to only read.
 */
import pg from 'pg'
import type { Database } from '#server/db/database.ts'

const READS = /^\s*(?:select|begin|rollback|set|show)\b/i
const COMMIT = /^\s*commit\b/i

const counts = new WeakMap<pg.Pool, number>()

/**
 * How often this process has written to a database. It rises before the writer learns that a write is done.
 * NaN, which equals nothing, for a database that is not counted.
 */
export function writeCountOf(db: Database): number {
  const pool = '$client' in db ? db.$client : null
  return (pool instanceof pg.Pool ? counts.get(pool) : undefined) ?? Number.NaN
}

/** Counts what is written through a new pool. */
export function countWrites(pool: pg.Pool): void {
  counts.set(pool, 0)
  const count = (): void => void counts.set(pool, (counts.get(pool) ?? 0) + 1)
  pool.on('connect', (client) => {
    /** Whether the open transaction has written. A commit shows it to others; one that has only read shows nothing. */
    let hasWritten = false
    const counted = (...args: unknown[]): unknown => {
      const text = textOf(args[0])
      // Looked up at each call, as if this were not in between.
      const run = (given: readonly unknown[]): unknown =>
        Reflect.apply(Reflect.get(pg.Client.prototype, 'query'), client, given)
      if (READS.test(text)) {
        if (!/^\s*select/i.test(text)) hasWritten = false
        return run(args)
      }
      if (COMMIT.test(text) && !hasWritten) return run(args)
      hasWritten = !COMMIT.test(text)
      return counting(run, args, count)
    }
    Object.assign(client, { query: counted })
  })
}

/** Runs a query with a callback or a promise, and counts before either is told. */
function counting(
  run: (args: readonly unknown[]) => unknown,
  args: readonly unknown[],
  count: () => void,
): unknown {
  const last = args.at(-1)
  if (typeof last === 'function')
    return run([
      ...args.slice(0, -1),
      (...told: unknown[]): unknown => {
        count()
        return Reflect.apply(last, null, told)
      },
    ])
  const answer = run(args)
  return answer instanceof Promise ? answer.finally(count) : answer
}

/** The text of a query, which may be wrapped with its values. */
function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  if (typeof query !== 'object' || query === null || !('text' in query)) return ''
  return typeof query.text === 'string' ? query.text : ''
}
