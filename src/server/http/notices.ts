/** Mail that never delays or fails the call, such as what tells a person what happened to the account. */
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Context } from '#server/context.ts'
import type { AdminRow } from '#server/db/repositories/admins.ts'

/** A mail without its address. */
export interface Notice {
  readonly subject: string
  readonly text: string
}

export type Notify = (admin: Pick<AdminRow, 'companyEmail'>, notice: Notice) => void

/** Sends once the answer is on its way. */
export function noticeSender(app: FastifyInstance, { mail, log }: Context): Notify {
  const inBackground = backgroundMail(app, log, 'a notice')
  return ({ companyEmail }, notice) =>
    inBackground(() => mail.send({ to: companyEmail, ...notice }))
}

/** A mail server that hangs must not keep the server from ending. */
const PATIENCE_MS = 5_000

/**
 * Sends once the answer is on its way. The end of the server waits a moment for what is being sent.
 * @param what the name of the mail in the log, such as 'a notice'
 */
export function backgroundMail(
  app: FastifyInstance,
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  what: string,
): (send: () => Promise<void>) => void {
  const underWay = new Set<Promise<void>>()
  // Hooks at the end run one after the other, so all of them count from its beginning.
  let endsAt = Infinity
  app.addHook('preClose', async () => {
    endsAt = performance.now() + PATIENCE_MS
  })
  app.addHook('onClose', async () => {
    const left = Math.max(0, endsAt - performance.now())
    await Promise.race([Promise.all(underWay), pause(left, undefined, { ref: false })])
    if (underWay.size > 0)
      log.warn({ count: underWay.size }, `${what} was not sent before the server ended`)
  })
  return (send) => {
    const done = nextTurn()
      .then(send)
      .catch((error: unknown) => log.error(error, `${what} could not be sent`))
      .finally(() => underWay.delete(done))
    underWay.add(done)
  }
}
