/** Answers that are lost on their way, after the server has acted. */
import { http, HttpResponse } from 'msw'
import { expect } from 'vitest'
import type { ConsoleServer } from '#test/support/server/console-server.ts'

/** How an answer can be lost: the connection breaks, or a gateway stops waiting. */
export const LOSSES = {
  'a broken connection': () => HttpResponse.error(),
  'the page of a gateway': () => HttpResponse.html('<h1>Gateway Time-out</h1>', { status: 504 }),
} as const

/** The server does the next call to a path, such as `/recovery-codes`, and its answer is lost. */
export function loseNextAnswer(
  { api, server }: ConsoleServer,
  method: 'POST' | 'DELETE',
  path: string,
  loss: () => Response = LOSSES['a broken connection'],
): void {
  api.use(
    http[method === 'POST' ? 'post' : 'delete'](
      `*/api${path}`,
      async ({ request }) => {
        const { app, clock } = server()
        clock.advance(Date.now() - clock.now())
        const payload = await request.clone().text()
        const { statusCode } = await app.inject({
          method,
          url: `/api${path}`,
          remoteAddress: '192.0.2.1',
          headers: Object.fromEntries(request.headers),
          ...(payload !== '' && { payload }),
        })
        expect(statusCode).toBeLessThan(300)
        return loss()
      },
      { once: true },
    ),
  )
}
