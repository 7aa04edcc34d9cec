/** Builds the pages of the bench as the console is built, and serves them. */
import { createServer, type Server } from 'node:http'
import { readFile } from 'node:fs/promises'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { CACHE } from '#test/bench/cache.ts'
import { PEERS } from '#test/bench/peers.mjs'
import { installApart } from '#test/run/install-apart.mjs'

const PAGES = fileURLToPath(new URL('pages', import.meta.url))
const PEER_PAGES = fileURLToPath(new URL('peers', import.meta.url))
/** All peers use the console's own copies of these packages. */
const SHARED = ['react', 'react-dom', '@mantine/core', '@mantine/hooks', '@tanstack/react-query']
const BUILT = join(CACHE, 'pages')

/** Builds for production whatever the caller's NODE_ENV, because it selects React's build. */
export async function buildPages(): Promise<void> {
  await installApart(PEERS)
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    await build({
      configFile: false,
      root: PAGES,
      logLevel: 'error',
      plugins: [react(), peersFrom(PEERS.target)],
      resolve: { dedupe: SHARED },
      build: { outDir: BUILT, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 10_000 },
    })
  } finally {
    process.env['NODE_ENV'] = before
  }
}

/** Resolves packages of a peer's page where the peers are installed, or else among the project's own. */
function peersFrom(folder: string): Plugin {
  return {
    name: 'dockside:peers',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!importer || dirname(importer) !== PEER_PAGES || /^[#./\0]/.test(source)) return null
      return this.resolve(source, join(folder, 'package.json'), { skipSelf: true })
    },
  }
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
}

export interface Pages {
  readonly address: string
  /** Sets the answers of a list call: of a full request, and of a request for changes. */
  readonly answer: (json: string, changes?: string) => void
  readonly close: () => Promise<void>
}

/** The ETag of an unchanged list. */
export const SAME_ETAG = '"same"'

/** Serves the built pages on a port of their own, with a list under /api. */
export async function servePages(): Promise<Pages> {
  let list = '[]'
  let delta = list
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname.startsWith('/api/')) {
      if (request.headers['if-none-match'] === SAME_ETAG) response.writeHead(304).end()
      else
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(searchParams.has('since') ? delta : list)
      return
    }
    const path = pathname === '/' ? '/index.html' : pathname
    readFile(join(BUILT, path)).then(
      (content) => {
        const type = TYPES[extname(path)] ?? 'application/octet-stream'
        response.writeHead(200, { 'content-type': type }).end(content)
      },
      () => response.writeHead(404).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${String(port)}`,
    answer: (json, changes = json) => {
      list = json
      delta = changes
    },
    close: () => closed(server),
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
