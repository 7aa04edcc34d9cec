import type { FastifyInstance } from 'fastify'

/**
 * Closes a connection whose request ends while the server stops. Otherwise it would prevent the server from
 * stopping.
 */
export function closeConnectionsAtEnd(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('Connection', 'close')
  })
}
