/** Answers that are lost or late on their way, after the server has acted. */
import { http, HttpResponse } from 'msw'
import { expect, onTestFinished } from 'vitest'
import type { ConsoleServer } from '#test/support/server/console-server.ts'

/** How an answer can be lost: the connection breaks, or a gateway stops waiting. */
export const LOSSES = {
  'a broken connection': () => HttpResponse.error(),
  'the page of a gateway': () => HttpResponse.html('<h1>Gateway Time-out</h1>', { status: 504 }),
} as const

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface HeldAnswer {
  /** Whether the server has answered by now. */
  readonly isHeld: () => boolean
  readonly release: () => void
}

/** The server does the next call to a path, such as `/recovery-codes`, and its answer is lost. */
export function loseNextAnswer(
  of: ConsoleServer,
  method: Method,
  path: string,
  loss?: () => Response,
): void {
  loseAnswer(of, method, path, 1, loss)
}

/** The server does all calls to a path, and the answer of the nth is lost. */
export function loseAnswer(
  of: ConsoleServer,
  method: Method,
  path: string,
  nth: number,
  loss: () => Response = LOSSES['a broken connection'],
): void {
  replaceAnswer(of, method, path, nth, loss)
}

/** The server does the next call to a path, and its answer is held back until the test releases it or ends. */
export function holdNextAnswer(of: ConsoleServer, method: Method, path: string): HeldAnswer {
  let release = (): void => undefined
  let isHeld = false
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  onTestFinished(release)
  replaceAnswer(of, method, path, 1, async (answer) => {
    isHeld = true
    await held
    return answer
  })
  return { isHeld: () => isHeld, release }
}

function replaceAnswer(
  { api, server }: ConsoleServer,
  method: Method,
  path: string,
  nth: number,
  replaced: (answer: Response) => Response | Promise<Response>,
): void {
  let calls = 0
  api.use(
    http.all(`*/api${path}`, async ({ request }) => {
      if (request.method !== method) return undefined
      calls += 1
      if (calls !== nth) return undefined
      const { app, clock } = server()
      clock.advance(Date.now() - clock.now())
      const payload = await request.clone().text()
      const answer = await app.inject({
        method,
        url: `/api${path}`,
        remoteAddress: '192.0.2.1',
        headers: Object.fromEntries(request.headers),
        ...(payload !== '' && { payload }),
      })
      expect(answer.statusCode).toBeLessThan(300)
      const { body } = answer
      const init = { status: answer.statusCode, headers: { 'content-type': 'application/json' } }
      return replaced(body === '' ? new HttpResponse(null, init) : new HttpResponse(body, init))
    }),
  )
}
