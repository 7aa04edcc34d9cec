/**
 * The thread that tries a database address which a person typed. The other side may send anything, in any
 * amount, or stall the driver. The thread reads a limited number of bytes, and its creator ends it after a
 * timeout. It is built as a separate file; tests run it directly.
 */
import { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'

/**
 * A connection for `pg` that is destroyed when too many bytes arrive, before anything is decrypted or
 * parsed.
 */
class LimitedSocket extends Duplex {
  #socket = new Socket()

  /** @param {number} maxBytes */
  constructor(maxBytes) {
    super()
    this.#socket.on('connect', () => this.emit('connect'))
    this.#socket.on('data', (chunk) => {
      if (this.#socket.bytesRead > maxBytes) this.destroy(new Error('it sends too much'))
      else if (!this.push(chunk)) this.#socket.pause()
    })
    this.#socket.on('end', () => this.push(null))
    this.#socket.on('error', (error) => this.destroy(error))
    this.#socket.on('close', () => this.destroy())
  }

  /**
   * @param {number} port
   * @param {string} host
   */
  connect(port, host) {
    this.#socket.connect(port, host)
    return this
  }

  setNoDelay() {
    return this
  }

  setKeepAlive() {
    return this
  }

  ref() {
    return this
  }

  unref() {
    return this
  }

  /** @override */
  _read() {
    this.#socket.resume()
  }

  /**
   * @override
   * @param {Buffer} chunk
   * @param {BufferEncoding} _encoding
   * @param {(error?: Error | null) => void} done
   */
  _write(chunk, _encoding, done) {
    this.#socket.write(chunk, done)
  }

  /**
   * @override
   * @param {(error?: Error | null) => void} done
   */
  _final(done) {
    this.#socket.end(done)
  }

  /**
   * @override
   * @param {Error | null} error
   * @param {(error: Error | null) => void} done
   */
  _destroy(error, done) {
    this.#socket.destroy()
    done(error)
  }
}

const { url, query, maxBytes } = /** @type {{ url: string, query: string, maxBytes: number }} */ (
  workerData
)
const client = new pg.Client({
  connectionString: url,
  stream: () => new LimitedSocket(maxBytes),
})
// If the connection breaks later, the awaited query reports it.
client.on('error', () => undefined)
parentPort?.postMessage('begun')
await client.connect()
/** @type {import('pg').QueryResult<{ verdict?: unknown }>} */
const { rows } = await client.query(query)
// Not awaited: the thread ends after its answer.
client.end().catch(() => undefined)
parentPort?.postMessage({ verdict: rows[0]?.verdict })
