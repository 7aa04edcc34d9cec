/** What the page sends to the server. */
import type { SetupServer } from 'msw/node'
import { onTestFinished } from 'vitest'
import { API_PREFIX } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { countsEndpoint } from '#contract/sync/counts.ts'
import { syncEndpoints } from '#contract/sync/runs.ts'

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

/** The addresses of the lists from now on, each once, in alphabetical order: all that no other declared call has. */
export function listsAsked(api: SetupServer): () => string[] {
  const others = Object.values({
    ...endpoints,
    ...ownEndpoints,
    ...syncEndpoints,
    countsEndpoint,
  }).map(({ path }) => `${API_PREFIX}${path}`)
  const asked = new Set<string>()
  onRequest(api, (_request, address) => void asked.add(address))
  return () => [...asked].filter((address) => !others.includes(address)).toSorted()
}

function onRequest(api: SetupServer, look: (request: Request, address: string) => unknown): void {
  api.events.on('request:start', ({ request }) => look(request, new URL(request.url).pathname))
  onTestFinished(() => api.events.removeAllListeners())
}
