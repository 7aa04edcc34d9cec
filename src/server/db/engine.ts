import type { PGlite } from '@electric-sql/pglite'

/** A Postgres that answers protocol messages, one batch after the other: in this thread or another. */
export interface Engine {
  /** @param batch taken over: it may not be used afterwards */
  readonly exec: (batch: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>
  /** Writes everything to the files and ends. */
  readonly close: () => Promise<void>
}

/** PGlite in this thread, which it blocks while it works: for the worker, and for tests. */
export function engineOf(database: PGlite): Engine {
  return {
    // PGlite answers in a copy of its buffer, which is therefore nobody else's.
    exec: async (batch) => database.execProtocolRawSync(batch) as Uint8Array<ArrayBuffer>,
    close: () => database.close(),
  }
}
