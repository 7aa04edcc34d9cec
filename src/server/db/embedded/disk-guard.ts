import type { Engine } from '#server/db/embedded/engine.ts'
import { endsIdle, queryMessage } from '#server/db/embedded/wire-protocol.ts'

/**
 * An engine that becomes read-only while the disk is full. Transactions that begin then may only read, and
 * writes fail with 25006. It checks the disk before each transaction.
 * @param onChange called when the disk becomes full, and when there is space again
 */
export function readOnlyWhenDiskFull(
  engine: Engine,
  hasRoom: () => boolean,
  onChange: (hasRoom: boolean) => void,
): Engine {
  let last: Promise<unknown> = Promise.resolve()
  let isIdle = true
  let hadRoom = true

  async function look(): Promise<void> {
    const has = hasRoom()
    if (has && hadRoom) return
    // Every time, because a new connection resets its session.
    const readOnly = has ? 'off' : 'on'
    await engine.exec(queryMessage(`SET default_transaction_read_only = ${readOnly}`))
    if (has !== hadRoom) onChange(has)
    hadRoom = has
  }

  async function exec(batch: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    if (isIdle) await look()
    const reply = await engine.exec(batch)
    isIdle = endsIdle(reply)
    return reply
  }

  return {
    exec: (batch) => {
      const reply = last.then(() => exec(batch))
      last = reply.catch(() => undefined)
      return reply
    },
    close: () => engine.close(),
  }
}
