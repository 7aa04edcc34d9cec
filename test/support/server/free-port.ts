import { createServer } from 'node:net'

/**
 * A TCP port of 127.0.0.1 without a listener: the system assigns none so low, and tcpmux (RFC 1078) is
 * served nowhere.
 */
export const DEAD_PORT = 1

/** Below the ports that systems assign: from 32768 on Linux, from 49152 elsewhere. */
const LOWEST = 20_000
const HIGHEST = 32_000

/**
 * A TCP port of 127.0.0.1 that had no listener a moment ago, and that the system does not assign on its
 * own.
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
