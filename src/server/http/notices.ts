/** Mail that tells a person what happened to the account. It never delays or fails the call. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/context.ts'
import type { AdminRow } from '#server/db/repositories/admins.ts'

/** A mail without its address. */
export interface Notice {
  readonly subject: string
  readonly text: string
}

export type Notify = (admin: Pick<AdminRow, 'companyEmail'>, notice: Notice) => void

/** Sends once the answer is on its way. The end of the server waits for what is being sent. */
export function noticeSender(app: FastifyInstance, { mail, log }: Context): Notify {
  const underWay = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.all(underWay)
  })
  return ({ companyEmail }, notice) => {
    const done = nextTurn()
      .then(() => mail.send({ to: companyEmail, ...notice }))
      .catch((error: unknown) => log.error(error, 'a notice could not be sent'))
      .finally(() => underWay.delete(done))
    underWay.add(done)
  }
}
