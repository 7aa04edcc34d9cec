import type { PGlite } from '@electric-sql/pglite'
import { joined, lastWordIn } from '#server/db/embedded/wire-protocol.ts'

/** A Postgres that answers protocol messages, one batch after the other: in this thread or another. */
export interface Engine {
  /** @param batch taken over: it may not be used afterwards */
  readonly exec: (batch: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>
  /** Writes everything to the files and ends. */
  readonly close: () => Promise<void>
}

/** A database that will not answer any more: whoever waited for one more word would wait for ever. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp'
}

/**
 * PGlite in this thread, which it blocks while it works: for the worker, and for tests. The answer is
 * taken as it streams by: PGlite's `execProtocolRaw` (0.5.16) takes every message apart as well and
 * keeps all of them for ever, which cost 35 MB for two pulls of 100,000 rows. Its `exec` throws
 * `GivenUp` where Postgres gives up, such as on a full disk.
 */
export function engineOf(database: PGlite): Engine {
  let gone: GivenUp | null = null
  return {
    exec: async (batch) => {
      // Asked once more it would go round in circles for ever.
      if (gone) throw gone
      const parts: Uint8Array[] = []
      // What comes is a view of memory that is written over next.
      const onRawData = (bytes: Uint8Array): void => void parts.push(bytes.slice())
      await database.execProtocolRawStream(batch, { syncToFs: false, onRawData })
      const reply = joined(parts)
      const lastWord = lastWordIn(reply)
      if (lastWord === null) return reply
      gone = new GivenUp(lastWord)
      throw gone
    },
    close: () => database.close(),
  }
}
