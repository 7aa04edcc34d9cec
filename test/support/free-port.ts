import { createServer } from 'node:net'

/** A TCP port of 127.0.0.1 where nobody listens: none so low is given out, and tcpmux (RFC 1078) is served nowhere. */
export const DEAD_PORT = 1

/** A TCP port of 127.0.0.1 that nobody listened on a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no TCP address'))
        else resolve(address.port)
      })
    })
  })
}
