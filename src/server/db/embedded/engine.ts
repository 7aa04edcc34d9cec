import type { PGlite } from '@electric-sql/pglite'
import { joined, lastMessageIn } from '#server/db/embedded/wire-protocol.ts'

/** A Postgres that answers protocol messages, one batch at a time, in this thread or another. */
export interface Engine {
  /** @param batch ownership passes to the engine; do not use it afterwards */
  readonly exec: (batch: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>
  /** Flushes all files and ends. */
  readonly close: () => Promise<void>
}

/** The database has crashed and will not answer any more. Without this error callers would wait forever. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp'
}

/**
 * PGlite in this thread, which it blocks while it works: for the worker, and for tests. The output is read
 * from the stream, because PGlite's `execProtocolRaw` (0.5.16) also parses every message and never frees
 * them, which cost 35 MB for two pulls of 100,000 rows. `exec` throws `GivenUp` if Postgres crashes, such
 * as on a full disk.
 */
export function engineOf(database: PGlite): Engine {
  let gone: GivenUp | null = null
  return {
    exec: async (batch) => {
      // Calling it again would loop forever.
      if (gone) throw gone
      const parts: Uint8Array[] = []
      // The chunk is a view of memory that is overwritten next.
      const onRawData = (bytes: Uint8Array): void => void parts.push(bytes.slice())
      await database.execProtocolRawStream(batch, { syncToFs: false, onRawData })
      const reply = joined(parts)
      const lastWord = lastMessageIn(reply)
      if (lastWord === null) return reply
      gone = new GivenUp(lastWord)
      throw gone
    },
    close: () => database.close(),
  }
}
