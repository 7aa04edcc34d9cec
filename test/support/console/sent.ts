/** What the page sends to the server. */
import type { SetupServer } from 'msw/node'
import { onTestFinished } from 'vitest'

/**
 * The bodies of the calls to an address from now on, in order; null for a call without one.
 * @param call such as `POST /api/token`
 */
export function sentTo(api: SetupServer, call: string): unknown[] {
  const bodies: unknown[] = []
  onRequest(api, async (request, address) => {
    if (`${request.method} ${address}` !== call) return
    const text = await request.clone().text()
    bodies.push(text === '' ? null : JSON.parse(text))
  })
  return bodies
}

function onRequest(api: SetupServer, look: (request: Request, address: string) => unknown): void {
  api.events.on('request:start', ({ request }) => look(request, new URL(request.url).pathname))
  onTestFinished(() => api.events.removeAllListeners())
}
