/** A proxy between a tablet and the server that can answer in the server's place. */
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'

/** The answer to every request; `null` forwards requests to the server. */
export interface Page {
  readonly status: number
  readonly html: string
}

export const PORTAL: Page = {
  status: 200,
  html: '<html><h1>Welcome to the guest network</h1></html>',
}
export const BAD_GATEWAY: Page = { status: 502, html: '<html><h1>502 Bad Gateway</h1></html>' }
export const SILENT_GATEWAY: Page = { status: 502, html: '' }
export const SIGN_IN: Page = { status: 401, html: '<html><h1>Sign in to the network</h1></html>' }

export interface BadLink {
  readonly address: string
  /** From now on answers every request with this page, or forwards requests. */
  readonly become: (page: Page | null) => void
  /** The requests that the proxy answered itself so far: 'GET /api/health'. */
  readonly answered: readonly string[]
  readonly close: () => Promise<void>
}

/** Starts a proxy to the server at `target`; at first it forwards all requests. */
export async function startBadLink(target: string): Promise<BadLink> {
  const answered: string[] = []
  let page: Page | null = null
  const server = createServer((asked, response) => {
    if (page === null) return passOn(target, asked, response)
    answered.push(`${asked.method ?? ''} ${asked.url ?? ''}`)
    response.writeHead(page.status, { 'Content-Type': 'text/html', 'Cache-Control': 'no-store' })
    response.end(page.html)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = server.address()
  return {
    address: `http://127.0.0.1:${String(typeof at === 'object' && at !== null ? at.port : 0)}`,
    become: (next) => {
      page = next
    },
    answered,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Headers stay as they are, because the server checks the address that the browser asked for. */
function passOn(target: string, asked: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url } = asked
  const behind = request(new URL(url ?? '/', target), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  behind.on('error', () => response.destroy())
  asked.pipe(behind)
}
