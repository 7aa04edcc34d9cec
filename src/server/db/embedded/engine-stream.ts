import { Duplex } from 'node:stream'
import type { Engine } from '#server/db/embedded/engine.ts'
import { framing, queryMessage } from '#server/db/embedded/wire-protocol.ts'

/**
 * Connects `pg` to an engine through streams that it uses like sockets. An engine has one session, so only
 * one connection may be in use at a time (`max: 1`). An earlier one may still be closing: only it receives
 * its replies, and a transaction it left open is rolled back before the next one starts.
 */
export function connectionsTo(engine: Engine): () => EngineStream {
  const session: Session = { engine, owner: null }
  return () => new EngineStream(session)
}

interface Session {
  readonly engine: Engine
  owner: EngineStream | null
}

class EngineStream extends Duplex {
  readonly #session: Session
  readonly #framing = framing()
  #lastReply: Promise<void> = Promise.resolve()

  constructor(session: Session) {
    super()
    this.#session = session
  }

  /** `pg` passes a port and a host, which have no meaning here. */
  connect(): this {
    this.#session.owner = this
    reset(this.#session.engine).then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    )
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    for (const batch of this.#framing.add(chunk)) this.#lastReply = this.#answer(batch)
    done()
  }

  override _read(): void {}

  /** The client sent Terminate. It still gets the answers it is waiting for. */
  override _final(done: () => void): void {
    void this.#lastReply.then(() => {
      this.push(null)
      done()
    })
  }

  /** Rolls back what was left open, unless the session already belongs to the next connection. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (this.#session.owner !== this) return done(error)
    this.#session.owner = null
    // If this fails the engine has ended, and with it every open transaction.
    reset(this.#session.engine).then(
      () => done(error),
      () => done(error),
    )
  }

  async #answer(batch: Uint8Array<ArrayBuffer>): Promise<void> {
    try {
      this.push(await this.#session.engine.exec(batch))
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

/** Resets the session. */
async function reset(engine: Engine): Promise<void> {
  await engine.exec(queryMessage('ROLLBACK'))
  await engine.exec(queryMessage('DISCARD ALL'))
}
