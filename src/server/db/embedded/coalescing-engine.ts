import type { Engine } from '#server/db/embedded/engine.ts'
import { endsIdle, queryMessage } from '#server/db/embedded/wire-protocol.ts'

/**
 * An engine that writes nothing while there is no room for it: transactions that begin then may only
 * read, and what would write fails with 25006. Looks before each of them.
 * @param onChange told when the room runs out, and when there is some again
 */
export function coalescingEngine(
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
    // Each time, because a connection that begins resets its session.
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
