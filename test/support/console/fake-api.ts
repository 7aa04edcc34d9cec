/** A server of a test's own making, in front of which the console stands: each call is answered as the test says. */
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'

/** Listens for the calls of this file; a call that no handler answers fails the test. */
export function fakeApi() {
  const server = setupServer()
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())
  return server
}
