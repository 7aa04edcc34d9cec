import { createServer } from 'node:net'

/** A TCP port of 127.0.0.1 where nobody listens: none so low is given out, and tcpmux (RFC 1078) is served nowhere. */
export const DEAD_PORT = 1

/** Below the ports that systems give out by themselves: from 32768 on Linux, from 49152 elsewhere. */
const LOWEST = 20_000
const HIGHEST = 32_000

/**
 * A TCP port of 127.0.0.1 that nobody listened on a moment ago, and that is given to nobody who does
 * not ask for it by its number.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', (error) => {
      if ('code' in error && error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    })
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
