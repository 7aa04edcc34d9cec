import type { FastifyBaseLogger } from 'fastify'
import type { ErpConnector } from '#server/erp/erp.ts'

const EVERY_MS = 15_000

/**
 * Looks every 15 seconds for pulls whose process has died, so that they end or resume without a user action
 * or a restart.
 * @returns a function that stops it
 */
export function scheduleTakeOver(
  erp: Pick<ErpConnector, 'takeOver'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): () => void {
  const look = () =>
    erp.takeOver().catch((err: unknown) => log.warn({ err }, 'could not look for dead pulls'))
  const timer = setInterval(() => void look(), EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
