import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/**
 * A minimal Postgres server for a client that connects and runs one query: it admits everybody and answers
 * every query with one row of one text (protocol 3.0). 'silent' accepts connections and sends nothing.
 */
export async function startSmallPostgres(manner: 'polite' | 'silent' = 'polite', says = 'fit') {
  const open = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    if (manner === 'polite') answer(socket, rowOf(says))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `postgres://dock:secret-word@127.0.0.1:${address.port}/dock`,
    connections: () => connections,
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const READY = message('Z', Buffer.from('I'))
/** Type 25, any length, text format. */
const TEXT_TYPE = Buffer.from([0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0])
const WELCOME = Buffer.concat([message('R', Buffer.alloc(4)), READY])
function answer(socket: Socket, row: Buffer): void {
  let greeted = false
  socket.on('data', (data) => {
    if (!greeted) socket.write(WELCOME)
    else if (data.at(0) === 'Q'.charCodeAt(0)) socket.write(row)
    else socket.end()
    greeted = true
  })
}

/** A column called 'verdict', its value, and the end of the result. */
function rowOf(text: string): Buffer {
  const column = Buffer.concat([Buffer.from([0, 1]), Buffer.from('verdict\0'), Buffer.alloc(6)])
  const typed = Buffer.concat([column, TEXT_TYPE])
  const size = Buffer.alloc(4)
  size.writeInt32BE(text.length)
  const value = Buffer.concat([Buffer.from([0, 1]), size, Buffer.from(text)])
  const done = message('C', Buffer.from('SELECT 1\0'))
  return Buffer.concat([message('T', typed), message('D', value), done, READY])
}

/** A message of the protocol. */
export function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
