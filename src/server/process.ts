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
  const endOnSignals = listenToSignals()
  try {
    let die = (error: Error): void => giveUp(error.message)
    const { server, log } = await start((error) => die(error))
    die = (error) => void endWith(error, server, log)
    endOnSignals(server, log)
    logUncaught(log)
  } catch (error) {
    if (error instanceof BadSettings) giveUp(...error.sentences)
    throw error
  }
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/**
 * The first signal stops cleanly, the second at once. One that comes during the start ends the process,
 * as if it were not listened to; it is listened to all the same, so that none falls between the line
 * that says that the server is ready and what follows it.
 * @returns tells which server is to be stopped
 */
function listenToSignals(): (server: RunningServer, log: FastifyBaseLogger) => void {
  let stop: ((signal: NodeJS.Signals) => void) | null = null
  const end = (signal: NodeJS.Signals): void => {
    if (stop) return stop(signal)
    for (const one of SIGNALS) process.off(one, end)
    process.kill(process.pid, signal)
  }
  for (const one of SIGNALS) process.on(one, end)
  return (server, log) => {
    stop = (signal) => {
      stop = () => process.exit(1)
      log.info({ signal }, 'stopping')
      server.stop().then(
        () => process.exit(0),
        (err: unknown) => {
          log.fatal({ err }, 'could not stop cleanly')
          process.exit(1)
        },
      )
    }
  }
}

/** Whoever waits for an answer gets one before the process ends. */
async function endWith(error: Error, server: RunningServer, log: FastifyBaseLogger): Promise<void> {
  log.fatal({ err: error }, 'the server cannot go on')
  await server.stop().catch((err: unknown) => log.error({ err }, 'could not stop cleanly'))
  giveUp(error.message)
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
