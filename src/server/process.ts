/** The server as a process: exit status, signals, and what nobody caught. */
import type { FastifyBaseLogger } from 'fastify'
import { BadSettings } from '#server/env.ts'
import type { RunningServer, StartOptions } from '#server/start.ts'

/**
 * Runs a server until a signal ends it: status 0 after a clean stop, 1 when it cannot start or go
 * on. Wrong settings are named on standard error, a sentence each.
 * @param start makes the log and starts; settings are read in it, so that wrong ones are named too
 */
export async function runAsProcess(
  start: (
    onDeath: StartOptions['onDeath'],
  ) => Promise<{ server: RunningServer; log: FastifyBaseLogger }>,
): Promise<void> {
  try {
    const { server, log } = await start((error) => giveUp(error.message))
    endOnSignals(server, log)
    logUncaught(log)
  } catch (error) {
    if (error instanceof BadSettings) giveUp(...error.sentences)
    throw error
  }
}

/** The first signal stops cleanly, the second at once. */
function endOnSignals(server: RunningServer, log: FastifyBaseLogger): void {
  let isStopping = false
  const end = (signal: NodeJS.Signals): void => {
    if (isStopping) process.exit(1)
    isStopping = true
    log.info({ signal }, 'stopping')
    server.stop().then(
      () => process.exit(0),
      (err: unknown) => {
        log.fatal({ err }, 'could not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

/** A defect: the state is unknown, so the process ends; the data is safe, whatever the moment. */
function logUncaught(log: FastifyBaseLogger): void {
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'ended by an error that nobody caught')
    process.exit(1)
  })
}

function giveUp(...sentences: readonly string[]): never {
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
