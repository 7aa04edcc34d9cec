import type { FastifyInstance } from 'fastify'

/** A connection whose request ends while the server stops is closed: left open, it would keep the server from ending. */
export function closeConnectionsAtEnd(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('Connection', 'close')
  })
}
