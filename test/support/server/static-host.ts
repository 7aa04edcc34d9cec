/** A plain web server for a built console, like any web host: a folder, and index.html for every screen. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'

export interface StaticHost {
  readonly address: string
  /** Serves another folder from now on, like a deployment. */
  readonly deploy: (folder: string) => void
  /** Answers 404 for the paths that match; null ends that. */
  readonly lack: (paths: RegExp | null) => void
  /** Answers the paths that match like a captive portal; null ends that. */
  readonly cover: (paths: RegExp | null) => void
  readonly close: () => Promise<void>
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

/**
 * Starts a host.
 * @param config the settings that the operator put next to index.html
 */
export async function startStaticHost(folder: string, config: object = {}): Promise<StaticHost> {
  let served = folder
  let lacking: RegExp | null = null
  let covered: RegExp | null = null
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x')
    if (lacking?.test(pathname)) notFound(response)
    else if (covered?.test(pathname))
      send(response, '.html', '<h1>Welcome to the guest network</h1>')
    else if (pathname === '/config.json') send(response, '.json', JSON.stringify(config))
    else void sendFile(response, served, pathname)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = server.address()
  const port = typeof at === 'object' && at !== null ? at.port : 0
  return {
    address: `http://127.0.0.1:${String(port)}`,
    deploy: (next) => {
      served = next
    },
    lack: (paths) => {
      lacking = paths
    },
    cover: (paths) => {
      covered = paths
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function sendFile(response: ServerResponse, folder: string, path: string): Promise<void> {
  const isFile = extname(path) !== ''
  const file = join(folder, normalize(isFile ? path : '/index.html'))
  try {
    send(response, extname(file), await readFile(file), path)
  } catch {
    notFound(response)
  }
}

function send(response: ServerResponse, kind: string, content: string | Buffer, path = ''): void {
  const isHashed = path.startsWith('/assets/')
  response.writeHead(200, {
    'Content-Type': TYPES[kind] ?? 'application/json',
    'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
  response.end(content)
}

function notFound(response: ServerResponse): void {
  response.writeHead(404, { 'Content-Type': 'text/plain' })
  response.end('Not Found')
}
