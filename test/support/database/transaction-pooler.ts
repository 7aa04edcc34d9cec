import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import pg from 'pg'
import { message } from '#test/support/database/small-postgres.ts'

const READY = 'Z'.charCodeAt(0)
/** A query, or the end of a prepared one: the server answers only now. */
const ASKING: readonly (number | undefined)[] = ['Q', 'S'].map((type) => type.charCodeAt(0))
const WELCOME = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))])

/**
 * A pooler in transaction mode, such as PgBouncer, with a single connection to the server: each query of any client
 * runs there, and no client has a session of its own. Admits everybody.
 */
export async function startTransactionPooler(connectionString: string) {
  const backend = new pg.Client({ connectionString })
  backend.on('error', () => undefined)
  await backend.connect()
  const { stream } = backend.connection
  stream.removeAllListeners('data')
  const open = new Set<Socket>()
  let last: Promise<unknown> = Promise.resolve()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy())
    socket.once('data', () => {
      socket.write(WELCOME)
      takeMessages(socket, ASKING, (asked) => {
        last = last.then(async () => {
          const answered = new Promise<Buffer>((resolve) => takeMessages(stream, [READY], resolve))
          stream.write(asked)
          socket.write(await answered)
          stream.removeAllListeners('data')
        })
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `postgres://dock:secret-word@127.0.0.1:${address.port}/dock`,
    async close() {
      for (const socket of open) socket.destroy()
      stream.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Calls back with all messages up to and including one of these types, again and again. */
function takeMessages(
  from: NodeJS.ReadableStream,
  types: readonly (number | undefined)[],
  take: (messages: Buffer) => void,
): void {
  let bytes = Buffer.alloc(0)
  let end = 0
  from.on('data', (data: Buffer) => {
    bytes = Buffer.concat([bytes, data])
    while (bytes.length >= end + 5) {
      const type = bytes[end]
      const next = end + 1 + bytes.readInt32BE(end + 1)
      if (bytes.length < next) return
      end = next
      if (!types.includes(type)) continue
      take(bytes.subarray(0, end))
      bytes = bytes.subarray(end)
      end = 0
    }
  })
}
